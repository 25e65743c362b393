//! The graph of a component as a file for Gephi, yEd, Graphviz, NetworkX, D3 or a spreadsheet.
//!
//! Every arrangement is a node with its text, its distance from the start and its distance to the nearest
//! goal. Every pair of arrangements one move apart is an edge, written once. The writer streams its output.

use super::svg::escaped;
use crate::engine::explore::component::Component;
use crate::engine::explore::csr::NEVER;
use crate::format::sliding;
use std::io::{self, Write};

/// A file format for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// GraphML, an XML format that most graph programs read.
    GraphMl,
    /// Graphviz.
    Dot,
    /// Nodes and links, as NetworkX and D3 read them.
    Json,
    /// A table of edges; [`nodes`] writes the table of nodes.
    Csv,
}

impl Manner {
    /// All formats, by file extension.
    pub const ALL: [(&'static str, Manner); 4] =
        [("graphml", Manner::GraphMl), ("dot", Manner::Dot), ("json", Manner::Json), ("csv", Manner::Csv)];

    /// The format for a file extension.
    pub fn of_ending(ending: &str) -> Option<Manner> {
        Manner::ALL.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(ending)).map(|(_, manner)| manner)
    }
}

/// One arrangement.
struct Node {
    number: u32,
    text: String,
    from_start: u32,
    to_goal: Option<u32>,
}

fn each_node(map: &Component) -> impl Iterator<Item = Node> {
    (0..map.states() as u32).map(move |number| Node {
        number,
        text: sliding::arrangement(map.puzzle(), &map.places(number)),
        from_start: map.from_start()[number as usize],
        to_goal: Some(map.to_goal()[number as usize]).filter(|&distance| distance != NEVER),
    })
}

/// Every edge once, from the smaller number to the larger.
fn each_edge(map: &Component) -> impl Iterator<Item = (u32, u32)> {
    (0..map.states() as u32)
        .flat_map(|from| map.links().of(from).iter().filter(move |&&to| from < to).map(move |&to| (from, to)))
}

/// Write a component; as CSV, only its edges.
pub fn write(map: &Component, manner: Manner, out: &mut dyn Write) -> io::Result<()> {
    match manner {
        Manner::GraphMl => graph_ml(map, out),
        Manner::Dot => dot(map, out),
        Manner::Json => json(map, out),
        Manner::Csv => {
            writeln!(out, "source,target")?;
            each_edge(map).try_for_each(|(from, to)| writeln!(out, "{from},{to}"))
        }
    }
}

/// Write the nodes of a component as CSV.
pub fn nodes(map: &Component, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "id,arrangement,from_start,to_goal")?;
    each_node(map).try_for_each(|Node { number, text, from_start, to_goal }| {
        let to_goal = to_goal.map_or(String::new(), |distance| distance.to_string());
        writeln!(out, "{number},\"{text}\",{from_start},{to_goal}")
    })
}

fn graph_ml(map: &Component, out: &mut dyn Write) -> io::Result<()> {
    let (puzzle, style) = (map.puzzle(), map.style());
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (of, name, sort) in [
        ("graph", "title", "string"),
        ("graph", "style", "string"),
        ("node", "arrangement", "string"),
        ("node", "from_start", "int"),
        ("node", "to_goal", "int"),
    ] {
        writeln!(out, "<key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{sort}\"/>")?;
    }
    writeln!(out, "<graph edgedefault=\"undirected\">")?;
    writeln!(out, "<data key=\"title\">{}</data>", escaped(puzzle.title()))?;
    writeln!(out, "<data key=\"style\">{style}</data>")?;
    for Node { number, text, from_start, to_goal } in each_node(map) {
        write!(out, "<node id=\"n{number}\"><data key=\"arrangement\">{text}</data>")?;
        write!(out, "<data key=\"from_start\">{from_start}</data>")?;
        if let Some(distance) = to_goal {
            write!(out, "<data key=\"to_goal\">{distance}</data>")?;
        }
        writeln!(out, "</node>")?;
    }
    for (from, to) in each_edge(map) {
        writeln!(out, "<edge source=\"n{from}\" target=\"n{to}\"/>")?;
    }
    writeln!(out, "</graph>\n</graphml>")
}

fn dot(map: &Component, out: &mut dyn Write) -> io::Result<()> {
    let (puzzle, style) = (map.puzzle(), map.style());
    let title = puzzle.title().replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "graph {{\n  label=\"{title} (style {style})\";\n  node [shape=point];")?;
    for Node { number, text, from_start, to_goal } in each_node(map) {
        write!(out, "  {number} [arrangement=\"{text}\", from_start={from_start}")?;
        match to_goal {
            Some(distance) => writeln!(out, ", to_goal={distance}];")?,
            None => writeln!(out, "];")?,
        }
    }
    for (from, to) in each_edge(map) {
        writeln!(out, "  {from} -- {to};")?;
    }
    writeln!(out, "}}")
}

fn json(map: &Component, out: &mut dyn Write) -> io::Result<()> {
    let (puzzle, style) = (map.puzzle(), map.style());
    let title = serde_json::to_string(puzzle.title())?;
    writeln!(out, "{{\"directed\":false,\"multigraph\":false,")?;
    writeln!(out, "\"graph\":{{\"title\":{title},\"style\":\"{style}\"}},\n\"nodes\":[")?;
    let mut comma = "";
    for Node { number, text, from_start, to_goal } in each_node(map) {
        let to_goal = to_goal.map_or("null".to_owned(), |distance| distance.to_string());
        write!(
            out,
            "{comma}{{\"id\":{number},\"arrangement\":\"{text}\",\"from_start\":{from_start},\"to_goal\":{to_goal}}}"
        )?;
        comma = ",\n";
    }
    writeln!(out, "\n],\n\"links\":[")?;
    comma = "";
    for (from, to) in each_edge(map) {
        write!(out, "{comma}{{\"source\":{from},\"target\":{to}}}")?;
        comma = ",\n";
    }
    writeln!(out, "\n]}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Space;
    use crate::style::Style;

    fn written(manner: Manner) -> String {
        let puzzle = sliding::parse("1 x 3 <a> \"b\"\n1 = 1\n2 = 1\n102\n012\n").unwrap().puzzle;
        let space = Space::of(&puzzle).style(Style::STEP).graph(9).build().unwrap();
        let component = space.component().unwrap();
        let mut out = vec![];
        write(component, manner, &mut out).unwrap();
        if manner == Manner::Csv {
            nodes(component, &mut out).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_path_of_three_is_written_in_every_format() {
        for (name, manner) in Manner::ALL {
            insta::assert_snapshot!(name, written(manner));
        }
    }

    #[test]
    fn the_json_is_json() {
        let read: serde_json::Value = serde_json::from_str(&written(Manner::Json)).unwrap();
        assert_eq!(read["nodes"][2]["to_goal"], 2);
        assert_eq!(read["links"].as_array().unwrap().len(), 2);
    }
}
