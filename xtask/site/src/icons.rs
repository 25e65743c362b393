//! The icons of the installed page, as pixels: home screens do not take SVG.

use anyhow::{Context, Result, ensure};
use slideways::show::raster;
use std::fs;
use std::path::Path;

/// The side of `icon.svg` in its own units, as its `viewBox` says.
const SIDE: f32 = 24.0;
const VIEW_BOX: &str = "viewBox=\"0 0 24 24\"";

/// The `viewBox` of an icon that the system cuts to a circle or another shape: the middle 80 % are safe.
const MASKABLE: &str = "viewBox=\"-3.5 -3.5 31 31\"";

/// The background of a maskable icon, in the colour of the icon's box.
const GROUND: &str = "><rect x=\"-3.5\" y=\"-3.5\" width=\"31\" height=\"31\" fill=\"#2b2a27\"/>";

/// Writes the icons that the manifest and the page name, made from the `icon.svg` beside them.
pub fn write(site: &Path) -> Result<()> {
    let icon = fs::read_to_string(site.join("icon.svg"))?;
    for (name, pixels) in [("icon-192.png", 192.0), ("icon-512.png", 512.0), ("icon-180.png", 180.0)] {
        fs::write(site.join(name), raster::png(&icon, pixels / SIDE)?)?;
    }
    fs::write(site.join("icon-maskable-512.png"), raster::png(&maskable(&icon)?, 512.0 / 31.0)?)?;
    Ok(())
}

/// The same icon with a margin that may be cut away.
fn maskable(icon: &str) -> Result<String> {
    ensure!(icon.matches(VIEW_BOX).count() == 1, "icon.svg has no {VIEW_BOX}");
    let icon = icon.replace(VIEW_BOX, MASKABLE);
    let (head, rest) = icon.split_once('>').context("icon.svg has no tag")?;
    Ok(format!("{head}{GROUND}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maskable_icon_is_a_picture_without_transparent_corners() {
        let icon = include_str!("../../../crates/slideways-web/page/icon.svg");
        let maskable = maskable(icon).unwrap();
        assert!(raster::png(&maskable, 2.0).is_ok());
        assert!(maskable.find(GROUND).unwrap() < maskable.find("<rect x=\"1\"").unwrap());
    }
}
