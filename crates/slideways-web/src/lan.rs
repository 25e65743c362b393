//! The addresses of this machine under which other devices on the same network reach it.

use std::io;
use std::net::Ipv4Addr;

/// Beginnings of the names of interfaces that lead only to containers and virtual machines on this machine.
const VIRTUAL: [&str; 6] = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet"];

/// An address of this machine, and the network interface that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LanAddress {
    /// The address.
    pub ip: Ipv4Addr,
    /// The name of the interface, such as `wlan0`.
    pub interface: String,
}

/// The IPv4 addresses that other devices can use, private ones first.
///
/// Left out are the loopback addresses, the link-local ones, which no router has assigned, the interfaces
/// that are down, and the networks of containers and virtual machines.
pub fn addresses() -> io::Result<Vec<LanAddress>> {
    let mut all: Vec<LanAddress> = if_addrs::get_if_addrs()?
        .into_iter()
        .filter(|interface| interface.is_oper_up())
        .filter_map(|interface| match interface.addr {
            if_addrs::IfAddr::V4(v4) => Some(LanAddress { ip: v4.ip, interface: interface.name }),
            if_addrs::IfAddr::V6(_) => None,
        })
        .filter(is_usable)
        .collect();
    all.sort_by_key(|address| (!address.ip.is_private(), address.interface.clone(), address.ip));
    all.dedup_by_key(|address| address.ip);
    Ok(all)
}

fn is_usable(address: &LanAddress) -> bool {
    let LanAddress { ip, interface } = address;
    let is_local = ip.is_loopback() || ip.is_link_local() || ip.is_unspecified();
    !is_local && !VIRTUAL.iter().any(|start| interface.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_others_reach_are_usable() {
        let usable =
            |ip: [u8; 4], name: &str| is_usable(&LanAddress { ip: ip.into(), interface: name.to_owned() });
        assert!(usable([192, 168, 178, 20], "wlan0") && usable([10, 0, 0, 7], "en0"));
        assert!(!usable([127, 0, 0, 1], "lo") && !usable([169, 254, 3, 4], "eth0"));
        assert!(!usable([172, 17, 0, 1], "docker0") && !usable([192, 168, 122, 1], "virbr0"));
    }

    #[test]
    fn the_addresses_of_this_machine_are_usable() {
        assert!(addresses().unwrap().iter().all(is_usable));
    }
}
