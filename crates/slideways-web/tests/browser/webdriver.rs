//! A browser driven by WebDriver: JSON requests, mouse, touch and keys.

#![allow(dead_code, reason = "not every test needs everything")]

use crate::common::Running;
use crate::static_files::{Host, SUB_PATH};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

/// The time limit for everything that a test waits for.
const PATIENCE: Duration = Duration::from_secs(30);

/// The size of a window.
#[derive(Clone, Copy)]
pub enum Window {
    Desktop,
    Phone,
    /// A touch screen of a width and a height.
    Touch(u32, u32),
}

/// Starts chromedriver on a free port.
///
/// It takes a free port of IPv4 and then asks for the same one of IPv6. Where another program has that, it
/// ends without a port, so it is started again.
fn start_driver() -> (Child, String) {
    for _ in 0..10 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver can be started; `cargo xtask test` installs it");
        let lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
        let port = lines
            .filter_map(|line| line.split_once("successfully on port ").map(|(_, port)| port.to_owned()))
            .next();
        if let Some(port) = port {
            return (driver, port.trim_end_matches('.').to_owned());
        }
        driver.wait().expect("it has closed its output");
        thread::sleep(Duration::from_millis(100));
    }
    panic!("chromedriver found no free port in ten attempts");
}

/// The environment variable that names the folder of a static site. If it is set, tests open the page from
/// there, without a server.
const SITE: &str = "SLIDEWAYS_SITE";

/// A browser that shows the page: of a test server, or of a static site.
pub struct Browser {
    server: Option<Running>,
    host: Option<Host>,
    /// The address of the page.
    home: String,
    driver: Child,
    session: String,
    agent: ureq::Agent,
}

impl Browser {
    /// Opens a browser at a fragment of the page.
    pub fn open(window: Window, fragment: &str) -> Browser {
        match Browser::site() {
            Some(folder) => Browser::open_site(folder, window, fragment),
            None => Browser::open_as(None, window, fragment),
        }
    }

    /// The folder of the static site, if tests use one.
    pub fn site() -> Option<PathBuf> {
        env::var_os(SITE).map(PathBuf::from)
    }

    /// Opens a browser at a fragment of the page in a folder.
    pub fn open_site(folder: PathBuf, window: Window, fragment: &str) -> Browser {
        let host = Host::serve(folder, 0).expect("a port is free");
        let home = format!("http://{}{SUB_PATH}", host.address);
        let mut browser = Browser::start(None, home, window, fragment, &[]);
        browser.host = Some(host);
        browser
    }

    /// Opens a browser at a fragment of a page that something else serves.
    pub fn open_elsewhere(home: String, window: Window, fragment: &str) -> Browser {
        Browser::start(None, home, window, fragment, &[])
    }

    /// Opens a browser that finds the server under a name of the local network, such as `class.local`, where
    /// a page has no secure context.
    pub fn open_as(name: Option<&str>, window: Window, fragment: &str) -> Browser {
        let server = Running::new(|config| {
            config.limits.memory = 512 << 20;
            config.multicast_names = name.is_some();
        });
        let host =
            name.map_or(server.address.to_string(), |name| format!("{name}:{}", server.address.port()));
        let resolved = name.map(|name| format!("--host-resolver-rules=MAP {name} 127.0.0.1"));
        Browser::start(Some(server), format!("http://{host}/"), window, fragment, resolved.as_slice())
    }

    fn start(
        server: Option<Running>,
        home: String,
        window: Window,
        fragment: &str,
        arguments: &[String],
    ) -> Browser {
        let (driver, port) = start_driver();
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let mut options = json!({"args": [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--force-device-scale-factor=1", "--window-size=1280,900"
        ]});
        let screen = match window {
            Window::Desktop => None,
            Window::Phone => Some((390, 844)),
            Window::Touch(width, height) => Some((width, height)),
        };
        if let Some((width, height)) = screen {
            options["mobileEmulation"] = json!({"deviceMetrics": {
                "width": width, "height": height, "pixelRatio": 2.0, "touch": true
            }});
        }
        let all = options["args"].as_array_mut().expect("it is a list");
        all.extend(arguments.iter().map(|argument| json!(argument)));
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}
        }}});
        let base = format!("http://127.0.0.1:{port}/session");
        let opened = send(&agent, &base, Some(&capabilities));
        let session =
            opened["sessionId"].as_str().unwrap_or_else(|| panic!("no browser: {opened}")).to_owned();
        let browser =
            Browser { server, host: None, home, driver, session: format!("{base}/{session}"), agent };
        browser.go(fragment);
        browser
    }

    /// The server of the page.
    pub fn server(&self) -> &Running {
        self.server.as_ref().expect("a test that needs the server does not run with a static site")
    }

    /// Stops the host of a static site: from now on the network fails.
    pub fn disconnect(&self) {
        self.host.as_ref().expect("the page has a host").stop();
    }

    /// Goes to a fragment of the page.
    pub fn go(&self, fragment: &str) {
        self.command("url", json!({"url": format!("{}{fragment}", self.home)}));
    }

    pub fn reload(&self) {
        self.command("refresh", json!({}));
    }

    fn command(&self, name: &str, body: Value) -> Value {
        send(&self.agent, &format!("{}/{name}", self.session), Some(&body))
    }

    /// Goes to any address.
    pub fn visit(&self, address: &str) {
        self.command("url", json!({"url": address}));
    }

    /// The value of a piece of JavaScript; promises are awaited.
    pub fn run(&self, script: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(done, e => done('threw ' + e));"
        );
        self.command("execute/async", json!({"script": script, "args": []}))
    }

    /// Lets scripts run for some minutes.
    pub fn wait_for_scripts(&self) {
        self.command("timeouts", json!({"script": 600_000}));
    }

    /// Waits until an expression is true.
    pub fn until(&self, expression: &str) {
        let started = Instant::now();
        loop {
            let found = self.run(&format!("return !!({expression});"));
            if found == json!(true) {
                return;
            }
            if started.elapsed() > PATIENCE {
                self.shot("failed");
                let seen =
                    self.run("return document.querySelector('main')?.innerText ?? document.body.innerText;");
                panic!("never true: {expression} ({found})\n{}", seen.as_str().unwrap_or_default());
            }
            thread::sleep(Duration::from_millis(60));
        }
    }

    /// Waits for an element with a test id.
    pub fn see(&self, id: &str) {
        self.until(&format!("document.querySelector('[data-testid=\"{id}\"]')?.checkVisibility()"));
    }

    /// The text of an element with a test id.
    pub fn text(&self, id: &str) -> String {
        self.see(id);
        let text = self.run(&format!("return document.querySelector('[data-testid=\"{id}\"]').textContent;"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the text of an element with a test id contains a part.
    pub fn says(&self, id: &str, part: &str) {
        self.until(&format!(
            "document.querySelector('[data-testid=\"{id}\"]')?.textContent.includes({part:?})"
        ));
    }

    /// Types a value into the first field that a selector finds, in place of the old one.
    pub fn fill(&self, selector: &str, value: impl Into<Value>) {
        self.enter(selector, &value.into(), "input");
    }

    /// Gives a value to the first field that a selector finds, such as a menu, as its final choice.
    pub fn choose(&self, selector: &str, value: impl Into<Value>) {
        self.enter(selector, &value.into(), "change");
    }

    fn enter(&self, selector: &str, value: &Value, event: &str) {
        self.run(&format!(
            "const field = document.querySelector({selector:?}); field.value = {value}; \
             field.dispatchEvent(new Event('{event}', {{bubbles: true}})); return 1;"
        ));
    }

    /// The middle of the first element that a selector finds, scrolled into view.
    pub fn middle(&self, selector: &str) -> (f64, f64) {
        self.until(&format!("document.querySelector({selector:?})"));
        self.run(&format!(
            "document.querySelector({selector:?}).scrollIntoView({{block: 'center'}}); \
             await new Promise(done => setTimeout(done, 80));"
        ));
        self.middle_now(selector)
    }

    /// The middle of the first element that a selector finds, without scrolling.
    pub fn middle_now(&self, selector: &str) -> (f64, f64) {
        let at = self.run(&format!(
            "const r = document.querySelector({selector:?}).getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2];"
        ));
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    pub fn click(&self, selector: &str) {
        let at = self.middle(selector);
        self.drag(at, at);
    }

    /// Clicks an element with a test id.
    pub fn press(&self, id: &str) {
        self.click(&format!("[data-testid=\"{id}\"]"));
    }

    /// Presses the mouse at one point and releases it at another.
    pub fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.point("mouse", from, to);
    }

    /// Swipes with a finger.
    pub fn swipe(&self, from: (f64, f64), to: (f64, f64)) {
        self.point("touch", from, to);
    }

    fn point(&self, sort: &str, from: (f64, f64), to: (f64, f64)) {
        let move_to = |(x, y): (f64, f64), time: u64| json!({"type": "pointerMove", "duration": time, "x": x as i64, "y": y as i64});
        let half = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let actions = json!({"actions": [{"type": "pointer", "id": sort, "parameters": {"pointerType": sort}, "actions": [
            move_to(from, 0), {"type": "pointerDown", "button": 0}, move_to(half, 120), move_to(to, 120), {"type": "pointerUp", "button": 0}
        ]}]});
        self.command("actions", actions);
    }

    /// Presses keys one after another; `↓` and the like are arrow keys.
    pub fn keys(&self, keys: &str) {
        let each = keys.chars().flat_map(|key| {
            let value = special(key);
            [json!({"type": "keyDown", "value": value}), json!({"type": "keyUp", "value": value})]
        });
        let actions: Vec<Value> = each.collect();
        self.command("actions", json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// Holds a key while `look` runs.
    pub fn hold(&self, key: char, look: impl FnOnce()) {
        let press = |sort: &str| {
            let action = json!({"type": sort, "value": special(key)});
            self.command("actions", json!({"actions": [{"type": "key", "id": "keys", "actions": [action]}]}));
        };
        press("keyDown");
        look();
        press("keyUp");
    }

    /// Emulates a medium (`print` or `screen`) and a colour scheme (`light` or `dark`).
    pub fn emulate(&self, medium: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let params = json!({"media": medium, "features": features});
        self.protocol("Emulation.setEmulatedMedia", params);
    }

    /// The answer of the browser's own protocol.
    pub fn protocol(&self, command: &str, params: Value) -> Value {
        self.command("goog/cdp/execute", json!({"cmd": command, "params": params}))
    }

    /// Takes a screenshot, for review by eye.
    pub fn shot(&self, name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
        fs::create_dir_all(&folder).unwrap();
        let picture = send(&self.agent, &format!("{}/screenshot", self.session), None);
        let path = folder.join(format!("{name}.png"));
        fs::write(&path, STANDARD.decode(picture.as_str().unwrap_or_default()).unwrap()).unwrap();
        path
    }

    /// Ends the session: fails on console errors, and on requests to any other server.
    pub fn leave(self, name: &str) {
        self.shot(name);
        let wide = self.run("return document.documentElement.scrollWidth - innerWidth;");
        assert!(wide.as_i64().unwrap() <= 0, "the page is wider than the window by {wide}");
        let requested = self.run("return performance.getEntriesByType('resource').map(entry => entry.name);");
        for address in requested.as_array().unwrap() {
            let address = address.as_str().unwrap();
            assert!(
                address.starts_with(&self.home)
                    || address.starts_with("blob:")
                    || address.starts_with("data:"),
                "{address}"
            );
        }
        let log = self.command("se/log", json!({"type": "browser"}));
        let log: Vec<&Value> = log
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["level"] != "INFO" && entry["level"] != "DEBUG")
            .collect();
        assert!(log.is_empty(), "{log:#?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Sends a request to the driver and unwraps its answer.
fn send(agent: &ureq::Agent, address: &str, body: Option<&Value>) -> Value {
    let reply = match body {
        Some(body) => agent.post(address).content_type("application/json").send(body.to_string()),
        None => agent.get(address).call(),
    };
    let text = reply.expect("the driver answers").body_mut().read_to_string().expect("it answers in text");
    let answer: Value = serde_json::from_str(&text).expect("it answers in JSON");
    if let Some(error) = answer["value"].get("error") {
        panic!("{address}: {error}: {}", answer["value"]["message"]);
    }
    answer["value"].clone()
}

fn special(key: char) -> String {
    let code = match key {
        '←' => '\u{e012}',
        '↑' => '\u{e013}',
        '→' => '\u{e014}',
        '↓' => '\u{e015}',
        '\n' => '\u{e007}',
        '\t' => '\u{e004}',
        '⎋' => '\u{e00c}',
        '⇧' => '\u{e008}',
        other => other,
    };
    code.to_string()
}
