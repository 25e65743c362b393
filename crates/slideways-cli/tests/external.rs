//! `--disk`, `--workers` and `--hosts`: layers in files, which survive the process that writes them.

mod common;

use common::{slideways, text};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A space of half a million arrangements: a second or two.
const SPACE: [&str; 5] = ["explore", "rush/cluster_541934", "--style", "step", "--json"];

/// The layers that a program has printed.
fn layers(output: &[u8]) -> Value {
    let object: Value = serde_json::from_slice(output).unwrap();
    assert_eq!(object["reason"], Value::Null);
    object["layers"].clone()
}

fn in_memory() -> Value {
    layers(&slideways(&SPACE).output().unwrap().stdout)
}

/// The files of runs in a folder, by name.
fn runs(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut runs: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(".run")).collect();
    runs.sort();
    runs
}

/// Wait until some layers are there.
fn wait_for_layer(folder: &Path, layer: usize) {
    let started = Instant::now();
    let number = |run: &PathBuf| -> Option<usize> {
        run.file_name()?.to_str()?.strip_prefix("layer-")?.get(..5)?.parse().ok()
    };
    while runs(folder).iter().filter_map(number).max() < Some(layer) {
        assert!(started.elapsed() < Duration::from_secs(60), "it does not get on");
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn layers_on_disk_are_those_in_memory_even_if_the_writer_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let disk = ["--disk", folder.path().to_str().unwrap()];
    let mut child = slideways(&SPACE).args(disk).spawn().unwrap();
    wait_for_layer(folder.path(), 20);
    child.kill().unwrap();
    child.wait().unwrap();
    let refused = slideways(&SPACE).args(disk).output().unwrap();
    let error = text(&refused.stderr);
    assert!(
        refused.status.code() == Some(2)
            && error.contains("already contains a search")
            && error.contains("--resume"),
        "{error}"
    );
    let resumed = slideways(&SPACE).args(disk).arg("--resume").output().unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert_eq!(layers(&resumed.stdout), in_memory());
    let again = slideways(&SPACE).args(disk).arg("--resume").output().unwrap();
    assert_eq!(layers(&again.stdout), layers(&resumed.stdout));
}

/// What a program has printed about the space and its hardest starts.
fn hardest(output: &[u8]) -> Value {
    let mut object: Value = serde_json::from_slice(output).unwrap();
    assert_eq!(object["reason"], Value::Null);
    for cost in ["seconds", "peak_bytes", "nearest_goal"] {
        object.as_object_mut().unwrap().remove(cost);
    }
    object
}

#[test]
fn hardest_starts_on_disk_are_those_in_memory_even_if_either_search_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let saved = [folder.path().join("disk.txt"), folder.path().join("memory.txt")];
    let save = |path: &Path| ["--hardest=2".to_owned(), "--save".to_owned(), path.display().to_string()];
    let (disk, second) = (folder.path().join("layers"), folder.path().join("layers/to-goal"));
    for waited in [&disk, &second] {
        let mut command = slideways(&SPACE);
        command.args(save(&saved[0])).arg("--disk").arg(&disk).arg("--resume");
        let mut child = command.spawn().unwrap();
        wait_for_layer(waited, 10);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(!saved[0].exists() || fs::read(&saved[0]).unwrap().is_empty());
    let resumed =
        slideways(&SPACE).args(save(&saved[0])).arg("--disk").arg(&disk).arg("--resume").output().unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let in_memory = slideways(&SPACE).args(save(&saved[1])).output().unwrap();
    assert_eq!(hardest(&resumed.stdout), hardest(&in_memory.stdout));
    let [on_disk, in_memory] = saved.map(|path| fs::read_to_string(path).unwrap());
    assert_eq!(on_disk, in_memory);
    assert!(on_disk.contains("hardest start"), "{on_disk}");
}

#[test]
fn a_bit_table_survives_every_kill() {
    let space = ["explore", "4x3", "--json", "--threads", "2"];
    let expected = layers(&slideways(&space).output().unwrap().stdout);
    let folder = tempfile::tempdir().unwrap();
    let disk = ["--disk", folder.path().to_str().unwrap(), "--resume", "--memory", "32M"];
    let (mut kills, mut patience) = (0, Duration::from_millis(150));
    let last = loop {
        let mut child = slideways(&space).args(disk).stdout(Stdio::piped()).spawn().unwrap();
        sleep(patience);
        if child.try_wait().unwrap().is_some() {
            break child.wait_with_output().unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Odd intervals, so that the kills come at different moments of a layer.
        (kills, patience) = (kills + 1, patience * 9 / 8 + Duration::from_millis(7));
    };
    assert!(kills > 1, "it was killed {kills} times");
    assert_eq!(last.status.code(), Some(0));
    assert_eq!(layers(&last.stdout), expected);
    let again = slideways(&space).args(disk).output().unwrap();
    assert_eq!(layers(&again.stdout), expected);
}

#[test]
fn a_run_that_was_cut_short_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let disk = ["--disk", folder.path().to_str().unwrap(), "--resume"];
    let stopped = slideways(&SPACE).args(disk).args(["--time", "300ms"]).output().unwrap();
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    // There may be a newer run, of a layer that was not finished.
    let manifests = ["manifest.json", "manifest.latest.json"];
    let manifests = manifests.map(|name| fs::read_to_string(folder.path().join(name)).unwrap_or_default());
    let is_named = |run: &PathBuf| {
        let name = run.file_name().unwrap().to_str().unwrap();
        manifests.iter().any(|manifest| manifest.contains(name))
    };
    let run = runs(folder.path()).into_iter().rfind(is_named).unwrap();
    let length = fs::metadata(&run).unwrap().len();
    OpenOptions::new().write(true).open(&run).unwrap().set_len(length / 2).unwrap();
    let refused = slideways(&SPACE).args(disk).output().unwrap();
    let error = text(&refused.stderr);
    assert!(
        refused.status.code() == Some(2) && error.contains(run.file_name().unwrap().to_str().unwrap()),
        "{error}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_stops_it_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let disk = ["--disk", folder.path().to_str().unwrap(), "--resume"];
    let mut child = slideways(&SPACE).args(disk).spawn().unwrap();
    wait_for_layer(folder.path(), 10);
    // Whatever is written to this device meets a full disk; the layers to come are.
    for (layer, writer) in (30..70).flat_map(|layer| (0..8).map(move |writer| (layer, writer))) {
        let file = folder.path().join(format!("layer-{layer:05}-{writer}.run"));
        let _ = std::os::unix::fs::symlink("/dev/full", file);
    }
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(3));
    // The next process removes uncommitted files and continues.
    let resumed = slideways(&SPACE).args(disk).output().unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert_eq!(layers(&resumed.stdout), in_memory());
}

/// Run a script where file systems can be mounted; `None` if that is not allowed here.
fn mounting(script: &str, folder: &Path) -> Option<std::process::Output> {
    let run = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-ec", script]).env("DIR", folder);
        command.env("SLIDEWAYS", env!("CARGO_BIN_EXE_slideways")).stdin(Stdio::null()).output()
    };
    let allowed = run("mount -t tmpfs -o size=64k none \"$DIR\"").is_ok_and(|output| output.status.success());
    allowed.then(|| run(script).unwrap())
}

#[test]
fn a_small_disk_is_filled_and_enlarged() {
    let folder = tempfile::tempdir().unwrap();
    let explore = "\"$SLIDEWAYS\" explore rush/cluster_541934 --style step --json --disk \"$DIR\" --resume";
    let script = format!(
        "mount -t tmpfs -o size=100k none \"$DIR\"\n\
         status=0; {explore} > /dev/null || status=$?\n\
         test $status = 3 || exit 10\n\
         {explore} > \"$DIR/../out.$$\" && exit 11\n\
         grep -q '\"reason\":\"disk\"' \"$DIR/../out.$$\" || exit 12\n\
         rm \"$DIR/../out.$$\"\n\
         mount -o remount,size=100m \"$DIR\"\n\
         {explore}\n"
    );
    let Some(output) = mounting(&script, folder.path()) else {
        eprintln!("nothing can be mounted here: not tested");
        return;
    };
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(layers(&output.stdout), in_memory());
}

/// Searches shared by workers.
#[cfg(feature = "cluster")]
mod shared {
    use super::*;
    use std::net::TcpListener;
    use std::process::Child;

    /// Several processes on this machine, and the file with their addresses.
    struct Processes {
        folder: tempfile::TempDir,
        number: usize,
        space: &'static [&'static str],
    }

    impl Processes {
        fn new(number: usize) -> Processes {
            Processes::of(&SPACE, number)
        }

        fn of(space: &'static [&'static str], number: usize) -> Processes {
            let folder = tempfile::tempdir().unwrap();
            let free: Vec<TcpListener> =
                (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
            let hosts = free.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap()));
            fs::write(folder.path().join("hosts"), hosts.collect::<String>()).unwrap();
            Processes { folder, number, space }
        }

        fn start(&self, disk: &Path) -> Vec<Child> {
            self.start_with(disk, &["--wait", "20s"])
        }

        fn start_with(&self, disk: &Path, options: &[&str]) -> Vec<Child> {
            let hosts = self.folder.path().join("hosts");
            let start = |process: usize| {
                let mut command = slideways(self.space);
                command.args(options).arg("--disk").arg(disk).arg("--hosts").arg(&hosts);
                command.args(["--resume", "--process", &process.to_string()]).spawn().unwrap()
            };
            (0..self.number).map(start).collect()
        }
    }

    #[test]
    fn processes_of_which_one_is_killed_are_continued_by_others() {
        let disk = tempfile::tempdir().unwrap();
        let (three, two) = (Processes::new(3), Processes::new(2));
        let mut children = three.start(disk.path());
        wait_for_layer(disk.path(), 15);
        children[1].kill().unwrap();
        let killed = Instant::now();
        for (process, child) in children.into_iter().enumerate() {
            let output = child.wait_with_output().unwrap();
            assert!(killed.elapsed() < Duration::from_secs(30), "it waits for a process that has ended");
            if process != 1 {
                let error = text(&output.stderr);
                assert!(
                    output.status.code() == Some(2) && error.contains("process 1 (127.0.0.1:"),
                    "{error}"
                );
            }
        }
        // Another number of processes continues, then workers of one process, which find everything done.
        let outputs: Vec<_> =
            two.start(disk.path()).into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        assert!(outputs.iter().all(|output| output.status.code() == Some(0)), "{outputs:?}");
        let expected = in_memory();
        assert_eq!(layers(&outputs[0].stdout), expected);
        assert!(outputs[1].stdout.is_empty());
        let disk = disk.path().to_str().unwrap();
        let again = slideways(&SPACE).args(["--disk", disk, "--resume", "--workers", "2"]).output().unwrap();
        assert_eq!(layers(&again.stdout), expected);
    }

    /// When the manifest was last written.
    fn written(folder: &Path) -> Option<std::time::SystemTime> {
        fs::metadata(folder.join("manifest.json")).ok()?.modified().ok()
    }

    /// Different numbers of processes, of which one is killed at different moments, and one process alone.
    #[test]
    fn a_bit_table_of_several_processes_survives_every_kill() {
        let space = &["explore", "4x3", "--json", "--threads", "1"];
        let expected = layers(&slideways(space).output().unwrap().stdout);
        let disk = tempfile::tempdir().unwrap();
        let (mut kills, mut patience) = (0, Duration::from_millis(30));
        let last = loop {
            let number = [3, 2, 4][kills % 3];
            let processes = Processes::of(space, number);
            let before = written(disk.path());
            let mut children = processes.start_with(disk.path(), &["--every", "50ms", "--wait", "5s"]);
            let started = Instant::now();
            while written(disk.path()) == before && started.elapsed() < Duration::from_secs(20) {
                sleep(Duration::from_millis(2));
            }
            sleep(patience);
            let victim = kills % number;
            children[victim].kill().unwrap();
            let killed = Instant::now();
            let (mut last, mut errors) = (None, vec![]);
            for (process, child) in children.into_iter().enumerate() {
                let output = child.wait_with_output().unwrap();
                assert!(killed.elapsed() < Duration::from_secs(30), "it waits for a process that has ended");
                match output.status.code() {
                    Some(0) if process == 0 => last = Some(output),
                    Some(0) => {}
                    _ if process == victim => {}
                    status => errors.push((status, text(&output.stderr).to_owned())),
                }
            }
            // The victim may have done its part just before.
            if let Some(last) = last {
                break last;
            }
            assert!(victim == 0 || !errors.is_empty());
            for (status, error) in errors {
                assert_eq!(status, Some(2), "{error}");
                assert!(error.contains(&format!("process {victim} (127.0.0.1:")), "{error}");
            }
            // One alone goes on for a moment, with its table in files, and is killed too.
            let mut alone = slideways(space);
            let alone = alone.arg("--disk").arg(disk.path()).args(["--resume", "--memory", "32M"]);
            let mut child = alone.stdout(Stdio::null()).spawn().unwrap();
            sleep(Duration::from_millis(150));
            child.kill().unwrap();
            child.wait().unwrap();
            (kills, patience) = (kills + 1, patience * 5 / 4 + Duration::from_millis(17));
        };
        assert!(kills > 1, "it was killed {kills} times");
        assert_eq!(layers(&last.stdout), expected);
    }

    #[test]
    fn processes_find_hardest_starts_even_if_one_is_killed_in_the_second_search() {
        let disk = tempfile::tempdir().unwrap();
        let two = Processes::new(2);
        let mut children = two.start_with(disk.path(), &["--hardest=2", "--wait", "20s"]);
        wait_for_layer(&disk.path().join("to-goal"), 5);
        children[1].kill().unwrap();
        let outputs: Vec<_> = children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        assert_eq!(outputs[0].status.code(), Some(2), "{}", text(&outputs[0].stderr));
        let again = two.start_with(disk.path(), &["--hardest=2", "--wait", "20s"]);
        let outputs: Vec<_> = again.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        assert!(outputs.iter().all(|output| output.status.code() == Some(0)), "{outputs:?}");
        let in_memory = slideways(&SPACE).arg("--hardest=2").output().unwrap();
        assert_eq!(hardest(&outputs[0].stdout), hardest(&in_memory.stdout));
        assert!(outputs[1].stdout.is_empty());
    }

    #[test]
    fn a_share_that_does_not_fit_is_refused_before_anything_begins() {
        let two = Processes::of(&["explore", "2x7", "--json", "--memory", "1G"], 2);
        let disk = two.folder.path().join("disk");
        for child in two.start_with(&disk, &[]) {
            let output = child.wait_with_output().unwrap();
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2));
            assert!(error.contains("2.7 GiB in each of 2 processes; the limit is 1008.0 MiB"), "{error}");
            assert!(error.contains("--memory 3G") && error.contains("more hosts"), "{error}");
        }
        assert!(!disk.exists());
    }

    #[test]
    fn lists_of_hosts_are_read_with_care() {
        let folder = tempfile::tempdir().unwrap();
        let (hosts, disk) = (folder.path().join("hosts"), folder.path().join("disk"));
        let run = |text: &str, process: &str| {
            fs::write(&hosts, text).unwrap();
            let mut command = slideways(&SPACE);
            command.arg("--disk").arg(&disk).arg("--hosts").arg(&hosts);
            let output = command.args(["--process", process, "--wait", "100ms"]).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        for (list, process, said) in [
            ("127.0.0.1:7001\nnowhere\n", "0", "line 2"),
            ("127.0.0.1:7001\n127.0.0.1:0\n", "0", "line 2"),
            ("# none\n\n", "0", "lists no hosts"),
            ("127.0.0.1:7001\n127.0.0.1:7001\n", "0", "twice"),
            ("127.0.0.1:7001\n127.0.0.1:7002\n", "2", "no process 2"),
        ] {
            let (status, error) = run(list, process);
            assert!(status == Some(2) && error.contains(said), "{error}");
        }
        let two = Processes::new(2);
        let list = fs::read_to_string(two.folder.path().join("hosts")).unwrap();
        let (status, error) = run(&list, "0");
        assert!(
            status == Some(2) && error.contains("process 1") && error.contains("does not answer"),
            "{error}"
        );
    }
}

#[cfg(not(feature = "cluster"))]
#[test]
fn a_program_without_workers_says_how_to_build_them() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    let refused = slideways(&SPACE).arg("--disk").arg(&disk).args(["--workers", "2"]).output().unwrap();
    let error = text(&refused.stderr);
    assert!(refused.status.code() == Some(2) && error.contains("--features cluster"), "{error}");
    assert!(!disk.exists());
}

#[test]
fn a_solution_by_layers_on_disk_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let solve = ["solve", "klotski", "--json", "--disk", folder.path().to_str().unwrap()];
    let stopped = slideways(&solve).args(["--time", "1ms"]).output().unwrap();
    assert_eq!(stopped.status.code(), Some(3));
    let solved = slideways(&solve).output().unwrap();
    let object: Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!((solved.status.code(), object["moves"].as_u64()), (Some(0), Some(81)));
}

#[test]
fn the_records_are_solutions() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/records");
    let mut checked = 0;
    for record in fs::read_dir(records).unwrap().map(|entry| entry.unwrap().path()) {
        if record.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let puzzle = format!("gnome/{}", record.file_stem().unwrap().to_str().unwrap());
        let known = slideways::library::puzzle(&puzzle).unwrap().draft().optimum[&slideways::Style::MOVE];
        let output =
            slideways(&["check", &puzzle, record.to_str().unwrap(), "--style", "move"]).output().unwrap();
        let said = format!("valid: {known} moves (style move)");
        assert!(output.status.success() && text(&output.stdout).contains(&said), "{record:?}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}
