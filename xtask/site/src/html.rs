//! The page's HTML on a static site: it names the module, and carries the policy that a server would send.

use anyhow::{Result, ensure};

/// The folder of the module in the site.
pub const MODULE_FOLDER: &str = "module";

/// The first line of the head, after which the site's own lines come.
const FIRST: &str = "  <meta charset=\"utf-8\">\n";

/// The content security policy: only files of this site, and the module.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// What makes the page installable.
const INSTALLABLE: &str = "  <link rel=\"manifest\" href=\"manifest.webmanifest\">\n  \
                           <link rel=\"apple-touch-icon\" href=\"icon-180.png\">\n";

/// The link to the book beside the page.
const BOOK: &str = "  <link rel=\"help\" href=\"book/index.html\">\n";

/// The page of the site, made from that of the server.
pub fn of_site(page: &str, has_book: bool) -> Result<String> {
    ensure!(page.matches(FIRST).count() == 1, "the head of index.html does not begin with {FIRST:?}");
    ensure!(!page.contains("=\"/"), "index.html has a path from the root of the host");
    let own = format!(
        "{FIRST}  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n  \
         <meta name=\"slideways-module\" content=\"{MODULE_FOLDER}/slideways_bg.wasm\">\n{INSTALLABLE}{}",
        if has_book { BOOK } else { "" }
    );
    Ok(page.replace(FIRST, &own))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../crates/slideways-web/page/index.html");

    #[test]
    fn the_page_gets_a_policy_before_anything_that_it_governs() {
        let page = of_site(PAGE, true).unwrap();
        let at = |what: &str| page.find(what).unwrap();
        assert!(at("wasm-unsafe-eval") < at("<link") && at("slideways-module") < at("<script"));
        assert!(at("wasm-unsafe-eval") < at("rel=\"manifest\"") && at("book/") < at("<script"));
        assert!(!of_site(PAGE, false).unwrap().contains("book/"));
    }

    #[test]
    fn a_path_from_the_root_is_refused() {
        assert!(of_site(&PAGE.replace("href=\"style.css\"", "href=\"/style.css\""), false).is_err());
    }
}
