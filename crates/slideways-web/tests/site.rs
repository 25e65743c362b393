//! The page as a static site: without a connection, with a new version, and installed. `cargo xtask test`
//! writes the site and names its folder in `SLIDEWAYS_SITE`.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use webdriver::{Browser, Window};

/// The folder of the site.
fn site() -> PathBuf {
    Browser::site().expect("`cargo xtask test` sets SLIDEWAYS_SITE to the folder of the site")
}

/// Opens the site, and waits until the browser has all of its files.
fn open(folder: PathBuf, fragment: &str) -> Browser {
    let browser = Browser::open_site(folder, Window::Desktop, fragment);
    browser.until("document.documentElement.dataset.offline === 'ready'");
    browser
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => assert!(fs::copy(&path, target).is_ok()),
        }
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_a_connection_the_page_opens_and_solves() {
    let browser = open(site(), "#/library");
    browser.disconnect();
    browser.reload();
    // Nothing of these views was loaded before.
    browser.go("#/play?text=1%202%203/4%200%205/7%208%206");
    browser.says("distance", "2");
    browser.press("solve");
    browser.see("player");
    browser.go("#/space/klotski");
    browser.see("space-histogram");
    let failed = browser.run("return await fetch('not-there.js').then(() => 'answered', () => 'failed');");
    assert_eq!(failed, json!("failed"), "the host still answers");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_new_version_waits_until_the_page_asks_for_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site-of-two-versions");
    let _ = fs::remove_dir_all(&folder);
    copy(&site(), &folder);
    let browser = open(folder.clone(), "#/library");
    let title = |file: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains(from), "{from} is not in {}", file.display());
        fs::write(file, text.replace(from, to)).unwrap();
    };
    let hash = || {
        let script = "const page = await (await fetch(`./?${Math.random()}`, { cache: 'reload' })).arrayBuffer(); \
                      const digest = await crypto.subtle.digest('SHA-256', page); \
                      return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');";
        browser.run(script).as_str().unwrap().to_owned()
    };
    let old = hash();
    title(&folder.join("index.html"), "<title>Slideways</title>", "<title>Slideways, newer</title>");
    // A version of which a file is missing or wrong is not taken.
    let worker = folder.join("service-worker.js");
    title(&worker, &old, &"0".repeat(64));
    let update = "const registration = await navigator.serviceWorker.ready; \
                  const found = new Promise(done => registration.addEventListener('updatefound', \
                    () => done(registration.installing), { once: true })); \
                  await registration.update().catch(() => {}); const next = await found; \
                  while (next.state === 'installing') await new Promise(done => setTimeout(done, 20)); \
                  return next.state;";
    assert_eq!(browser.run(update), json!("redundant"));
    browser.reload();
    assert_eq!(browser.run("return document.title.includes('newer');"), json!(false));
    // The service worker serves the page that it has, so the hash of the new one is computed from the file.
    let new = browser.run(&format!(
        "const page = new TextEncoder().encode({}); \
         const digest = await crypto.subtle.digest('SHA-256', page); \
         return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');",
        json!(fs::read_to_string(folder.join("index.html")).unwrap())
    ));
    title(&worker, &"0".repeat(64), new.as_str().unwrap());
    assert_eq!(browser.run(update), json!("installed"));
    browser.see("update");
    browser.shot("update");
    browser.press("update");
    browser.until(
        "document.querySelector('meta[charset]') && document.documentElement.dataset.offline === 'ready'",
    );
    browser.until("(await (await fetch('./')).text()).includes('Slideways, newer')");
    let kept = browser.run("return (await caches.keys()).length;");
    assert_eq!(kept, json!(1), "old files are removed from the one cache");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_page_can_be_installed_and_obeys_its_policy() {
    let browser = open(site(), "#/library");
    let errors = browser.protocol("Page.getInstallabilityErrors", json!({}));
    assert_eq!(errors["installabilityErrors"], json!([]));
    let manifest = browser.protocol("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]));
    // Neither scripts in the text of the page nor other hosts.
    let refused = browser.run(
        "const violations = []; \
         addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective)); \
         const script = document.createElement('script'); script.textContent = 'window.ran = true'; \
         document.head.append(script); \
         await fetch('https://example.org/').catch(() => {}); \
         await new Promise(done => setTimeout(done, 100)); \
         return [window.ran ?? false, violations];",
    );
    assert_eq!(refused, json!([false, ["script-src-elem", "connect-src"]]));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_book_is_beside_the_page_if_it_was_built() {
    let browser = open(site(), "#/library");
    browser.press("help");
    let book = browser.run("return document.querySelector('.sheet header a')?.getAttribute('href') ?? null;");
    assert_eq!(book.is_string(), site().join("book/index.html").is_file());
    if let Some(book) = book.as_str() {
        browser.visit(book);
        browser.until("document.querySelector('main h1')?.textContent.length > 0");
    }
}

/// Asks for a solution of a position of the 15-puzzle. Returns its length, and whether tables were built.
const ASKED: &str = "const { ask } = await import('./api.js'); const doing = new Set(); \
    const game = { text: 'korf15:79' }; \
    const { moves } = await ask('solve', { game }, { on: { progress: (now) => doing.add(now.doing) } }); \
    return [moves, doing.has('tables')];";

/// The database of tables: a script that names its content `blobs`, by name.
const KEPT: &str = "const open = indexedDB.open('slideways', 1); \
    const database = await new Promise(done => { open.onsuccess = () => done(open.result); }); \
    const store = database.transaction('tables', 'readwrite').objectStore('tables'); \
    const all = (request) => new Promise(done => { request.onsuccess = () => done(request.result); }); \
    const names = await all(store.getAllKeys()), blobs = await all(store.getAll());";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tables_are_built_once_and_again_if_they_are_damaged() {
    let browser = open(site(), "#/library");
    assert_eq!(browser.run(ASKED), json!([42, true]), "built, with progress");
    let kept = browser.run(&format!("{KEPT} return [names, blobs.map(blob => blob.size)];"));
    assert!(kept[0][0].as_str().is_some_and(|name| name.contains("4x4")), "{kept}");
    let bytes = kept[1][0].as_u64().unwrap();
    assert!((1 << 20..16 << 20).contains(&bytes), "{kept}");
    // A reload starts workers that know nothing.
    browser.reload();
    assert_eq!(browser.run(ASKED), json!([42, false]), "read, not built");
    let damage = "const bytes = new Uint8Array(await blobs[0].arrayBuffer()); bytes[bytes.length >> 1] ^= 1; \
                  const again = database.transaction('tables', 'readwrite').objectStore('tables'); \
                  await all(again.put(new Blob([bytes]), names[0])); return 1;";
    browser.run(&format!("{KEPT} {damage}"));
    browser.reload();
    assert_eq!(browser.run(ASKED), json!([42, true]), "built again");
    browser.reload();
    assert_eq!(browser.run(ASKED), json!([42, false]), "the damaged ones are replaced");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_worker_that_does_not_answer_is_ended() {
    let browser = open(site(), "#/library");
    let told = browser.run(
        "const { carrier } = await import('./carriers/module.js'); \
         const address = new URL('module/slideways_bg.wasm', document.baseURI); \
         const carry = carrier(address, { patience: 1500 }); let told = ''; \
         try { for await (const _ of carry('solve', { game: { text: 'korf24:50' } })); } \
         catch (error) { told = error.message; } \
         for await (const { event, data } of carry('hint', { game: { text: 'klotski' } })) \
           if (event === 'answer') { told += `, ${data.distance}`; break; } \
         return told;",
    );
    assert_eq!(told, json!("the search did not end within its limits, 81"));
}
