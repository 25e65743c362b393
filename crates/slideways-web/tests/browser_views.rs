//! The views Library, Play, Space, Design and Lock in a real browser, one file per view.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

#[path = "browser_views/design.rs"]
mod design;
#[path = "browser_views/library.rs"]
mod library;
#[path = "browser_views/lock.rs"]
mod lock;
#[path = "browser_views/play.rs"]
mod play;
#[path = "browser_views/space.rs"]
mod space;

use serde_json::Value;
use webdriver::Browser;

/// Records saved files in `window.saved`, by name, instead of saving them. The page's policy forbids requests
/// for `blob:` addresses, so this notes the bytes when the address is made.
const CATCH: &str = "window.saved = {}; const blobs = {}, create = URL.createObjectURL; \
    URL.createObjectURL = (blob) => { const url = create.call(URL, blob); blobs[url] = blob; return url; }; \
    HTMLAnchorElement.prototype.click = async function () { \
      window.saved[this.download] = await blobs[this.href].arrayBuffer(); }; return 1;";

/// Begins to record saved files.
fn catch(browser: &Browser) {
    browser.run(CATCH);
}

/// Presses a button, and returns the name, the length and the first bytes of the file that it saves.
fn saved(browser: &Browser, id: &str) -> (String, u64, String) {
    browser.run("window.saved = {}; return 1;");
    browser.press(id);
    browser.until("Object.keys(window.saved).length === 1");
    let file: Value = browser.run(
        "const [[name, bytes]] = Object.entries(window.saved); \
         return [name, bytes.byteLength, String.fromCharCode(...new Uint8Array(bytes).slice(0, 22))];",
    );
    let text = |part: &Value| part.as_str().expect("it is text").to_owned();
    (text(&file[0]), file[1].as_u64().expect("it is a number"), text(&file[2]))
}

/// The last file saved, as text.
fn content(browser: &Browser) -> String {
    let text = browser.run("return new TextDecoder().decode(Object.values(window.saved)[0]);");
    text.as_str().expect("it is text").to_owned()
}
