//! Components and puzzles of a structure, without visiting its arrangements.
//!
//! In a block the columns are independent, so the arrangements that moves of columns connect are a product
//! of classes of placings, one class for each column. These products are the nodes of a union-find forest.
//! A step of a bar in a row leads from one block to another and leaves the columns as they are. The placings
//! of a column that both blocks allow are again cut into classes, and each of these lies in one class of
//! either block: so each product of common classes joins one node of the first block with one of the second.

use super::sequence::elements;
use super::structures::{ColumnBlock, Structures};

/// The components of a structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartNumbers {
    /// All components.
    pub all: u64,
    /// Components with a goal.
    pub with_goal: u64,
}

/// A union-find forest, and the nodes of each block.
#[derive(Debug, Default)]
pub(super) struct Forest {
    parent: Vec<u32>,
    /// The first node of each block, and the number of all nodes.
    first: Vec<u32>,
    /// The nodes that a step of a row joins.
    pairs: Vec<(u32, u32)>,
    next: Vec<(u32, u32)>,
    has_goal: Vec<bool>,
}

impl Forest {
    pub fn bytes(&self) -> usize {
        5 * self.parent.len() + 4 * self.first.len()
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.parent[node as usize] != node {
            let above = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = above;
            node = above;
        }
        node
    }

    /// Join two trees. Returns whether they were different.
    fn join(&mut self, (a, b): (u32, u32)) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }

    /// The number of nodes of a block.
    fn nodes(&self, block: usize) -> u32 {
        self.first[block + 1] - self.first[block]
    }
}

impl Structures<'_, '_, '_> {
    /// Count the components of the structure whose blocks are listed.
    pub fn parts(&mut self) -> PartNumbers {
        let mut forest = std::mem::take(&mut self.buffers.forest);
        let nodes = self.plant(&mut forest);
        let mut all = u64::from(nodes);
        for number in 0..self.buffers.blocks.len() {
            let block = self.buffers.blocks[number];
            for row in 0..self.rows.len() {
                let placing = self.row_fields.placing(row, u64::from(block.code));
                for to in elements(self.rows[row].onward[placing]) {
                    let at = 8 * row + to;
                    let code = (u64::from(block.code) & self.row_fields.keep[at]) | self.row_fields.put[at];
                    let other = usize::from(self.buffers.rank[code as usize]);
                    // The rank may be left from an earlier structure.
                    let there = self.buffers.blocks.get(other).filter(|block| u64::from(block.code) == code);
                    let Some(&there) = there else { continue };
                    if forest.nodes(number) == 1 && forest.nodes(other) == 1 {
                        all -= u64::from(forest.join((forest.first[number], forest.first[other])));
                        continue;
                    }
                    self.pairs(&mut forest, (number, &block), (other, &there));
                    for pair in 0..forest.pairs.len() {
                        all -= u64::from(forest.join(forest.pairs[pair]));
                    }
                }
            }
        }
        let with_goal = self.with_goal(&mut forest, nodes);
        self.buffers.forest = forest;
        PartNumbers { all, with_goal }
    }

    /// Give each block its nodes, each node a tree. Returns the number of nodes.
    fn plant(&self, forest: &mut Forest) -> u32 {
        let mut nodes = 0;
        forest.first.clear();
        for block in &self.buffers.blocks {
            forest.first.push(nodes);
            let mut products = 1;
            for (col, sequence) in self.cols.iter().enumerate() {
                products *= u32::from(sequence.classes[usize::from(block.set(col))]);
            }
            nodes += products;
        }
        forest.first.push(nodes);
        forest.parent.clear();
        forest.parent.extend(0..nodes);
        nodes
    }

    /// List the nodes that a step from one block to another joins.
    fn pairs(
        &self,
        forest: &mut Forest,
        (from, from_block): (usize, &ColumnBlock),
        (to, to_block): (usize, &ColumnBlock),
    ) {
        forest.pairs.clear();
        forest.pairs.push((forest.first[from], forest.first[to]));
        let (mut from_stride, mut to_stride) = (1, 1);
        for (col, sequence) in self.cols.iter().enumerate() {
            let (a, b) = (usize::from(from_block.set(col)), usize::from(to_block.set(col)));
            let common = a & b;
            let mut known = 0;
            forest.next.clear();
            for placing in elements(common as u8) {
                // The first placing of each class stands for it.
                if sequence.class[common][placing] < known {
                    continue;
                }
                known += 1;
                let x = u32::from(sequence.class[a][placing]) * from_stride;
                let y = u32::from(sequence.class[b][placing]) * to_stride;
                forest.next.extend(forest.pairs.iter().map(|&(u, v)| (u + x, v + y)));
            }
            std::mem::swap(&mut forest.pairs, &mut forest.next);
            from_stride *= u32::from(sequence.classes[a]);
            to_stride *= u32::from(sequence.classes[b]);
        }
    }

    /// The number of trees with a goal.
    fn with_goal(&self, forest: &mut Forest, nodes: u32) -> u64 {
        forest.has_goal.clear();
        forest.has_goal.resize(nodes as usize, false);
        let mut number = 0;
        for (block, placed) in self.buffers.blocks.iter().enumerate() {
            if !self.is_goal(placed) {
                continue;
            }
            for node in forest.first[block]..forest.first[block + 1] {
                let root = forest.root(node) as usize;
                number += u64::from(!std::mem::replace(&mut forest.has_goal[root], true));
            }
        }
        number
    }
}
