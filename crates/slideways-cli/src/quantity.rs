//! Amounts of memory, time and threads: as users write them, and formatted for reading.

use std::time::Duration;

/// Read an amount of memory: `4G`, `200M`, `1.5G`, or plain bytes. K, M and G are powers of 1024.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let units = [("K", 1u64 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40), ("", 1)]
        .map(|(n, u)| (n, u as f64));
    let upper = text.trim().to_ascii_uppercase();
    let plain = upper.strip_suffix("IB").or(upper.strip_suffix('B')).unwrap_or(&upper);
    let bytes = amount(plain, &units).ok_or("expected an amount of memory such as `200M` or `4G`")?;
    // The cast saturates.
    Ok(bytes as u64)
}

/// Read a time: `60s`, `500ms`, `2m`, `1.5h`, or plain seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let units = [("MS", 1e-3), ("S", 1.0), ("M", 60.0), ("H", 3600.0), ("", 1.0)];
    let seconds = amount(&text.trim().to_ascii_uppercase(), &units);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or("expected a time such as `500ms`, `60s`, `5m` or `1h`".to_owned())
}

/// Read a number of threads, at least 1; a number that overflows counts as the largest.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().unwrap_or(usize::MAX) {
        _ if !is_number => Err("expected a number of threads such as `4`".to_owned()),
        0 => Err("a search needs at least 1 thread; without this option it uses one per core".to_owned()),
        threads => Ok(threads),
    }
}

/// A number with the first unit that ends the text.
fn amount(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let number = number.trim_end();
    let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    number.parse::<f64>().ok().filter(|_| plain).map(|number| number * unit)
}

/// A number with a comma between every three digits.
pub fn count(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 move`, `81 moves`.
pub fn counted(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// An amount of memory, in powers of 1024.
pub fn bytes(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, "B");
    for next in ["KiB", "MiB", "GiB", "TiB"] {
        // 1023.96 would be written as 1024.0.
        if value < 1023.95 {
            break;
        }
        (value, unit) = (value / 1024.0, next);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") }
}

/// A time, in three digits or so.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0 if time.is_zero() => "0 s".to_owned(),
        0 if time.as_millis() < 10 => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{} m {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} m", seconds / 3600, seconds / 60 % 60),
    }
}

/// A rate: things per second.
pub fn rate(number: u64, time: Duration) -> String {
    let rate = number as f64 / time.as_secs_f64().max(1e-6);
    match rate {
        1e6.. => format!("{:.1} million/s", rate / 1e6),
        _ => format!("{}/s", count(rate as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_counted_in_powers_of_1024() {
        for (text, bytes) in
            [("4G", 4 << 30), ("200m", 200 << 20), ("1.5k", 1536), ("17", 17), ("2 GiB", 2 << 30), ("0", 0)]
        {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1G", "4X", "inf", "1e9", "NaNM"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_time_without_a_unit_is_in_seconds() {
        for (text, ms) in
            [("60", 60_000), ("60s", 60_000), ("500ms", 500), ("2M", 120_000), ("0.5h", 1_800_000)]
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "s", "-5s", "5 days", "1e400", "inf"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn threads_are_counted_from_one() {
        assert_eq!(parse_threads(" 8 "), Ok(8));
        assert_eq!(parse_threads("99999999999999999999"), Ok(usize::MAX));
        for text in ["0", "000", "", "-1", "+1", "1.5", "all"] {
            assert!(parse_threads(text).is_err(), "{text}");
        }
    }

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(count(number), text);
        }
        assert_eq!(counted(1u32, "move"), "1 move");
        assert_eq!(counted(0u32, "move"), "0 moves");
    }

    #[test]
    fn amounts_keep_their_unit_in_proportion() {
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes((1 << 20) - 1), "1.0 MiB");
        assert_eq!(bytes(200 << 20), "200.0 MiB");
        assert_eq!(duration(Duration::from_micros(1234)), "1.2 ms");
        assert_eq!(duration(Duration::from_millis(83_400)), "1 m 23 s");
        assert_eq!(rate(3_000_000, Duration::from_millis(1500)), "2.0 million/s");
        assert_eq!(rate(30, Duration::from_secs(2)), "15/s");
    }
}
