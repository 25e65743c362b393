//! The page's HTML on a static site: it names the module, and carries the policy that a server would send.

use anyhow::{Result, ensure};

/// The folder of the module in the site.
pub const MODULE_FOLDER: &str = "module";

/// The first line of the head, after which the site's own lines come.
const FIRST: &str = "  <meta charset=\"utf-8\">\n";

/// The content security policy: only files of this site, and the module.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'";

/// The page of the site, made from that of the server.
pub fn of_site(page: &str) -> Result<String> {
    ensure!(page.matches(FIRST).count() == 1, "the head of index.html does not begin with {FIRST:?}");
    ensure!(!page.contains("=\"/"), "index.html has a path from the root of the host");
    let own = format!(
        "{FIRST}  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n  \
         <meta name=\"slideways-module\" content=\"{MODULE_FOLDER}/slideways_bg.wasm\">\n"
    );
    Ok(page.replace(FIRST, &own))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../crates/slideways-web/page/index.html");

    #[test]
    fn the_page_gets_a_policy_before_anything_that_it_governs() {
        let page = of_site(PAGE).unwrap();
        let at = |what: &str| page.find(what).unwrap();
        assert!(at("wasm-unsafe-eval") < at("<link") && at("slideways-module") < at("<script"));
    }

    #[test]
    fn a_path_from_the_root_is_refused() {
        assert!(of_site(&PAGE.replace("href=\"style.css\"", "href=\"/style.css\"")).is_err());
    }
}
