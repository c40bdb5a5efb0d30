// Every tunable of the graph, with its meaning and its two profiles as data.
// `parity` computes the reference's numbers; `product` is the default and holds every repair.
// A profile is never asked for by name: code reads the setting that decides.

import type {
  HybridSettings,
  SeedSettings,
  SilenceSettings,
  TaughtSettings,
  TieSettings,
} from "./recall-settings.ts";
import type { Authority } from "./records.ts";
import type { TierBounds } from "./tier.ts";
import type { UpkeepSettings } from "./upkeep-settings.ts";

export interface TraversalSettings extends TierBounds {
  /** Hops after the seeds, 0…. */
  readonly maxHops: number;
  /** Entries of the frontier. */
  readonly beamWidth: number;
  /** True: so many seeds fire at the most, too (the reference). */
  readonly beamCutsSeeds: boolean;
  /** Factor per earlier use of the same edge in one walk, 0…1. */
  readonly edgeDamping: number;
  /** Least score to fire. */
  readonly fireThreshold: number;
  /** Taken off the score of a target seen before. */
  readonly visitPenalty: number;
  /** The walk stops when so many nodes have fired; null for no limit. */
  readonly maxFiredNodes: number | null;
  /** The walk stops when the fired texts reach this length in code points; null for no limit. */
  readonly maxContextChars: number | null;
  /**
   * Null: a node whose total suppression is at or below `inhibitoryThreshold` is blocked (the reference).
   * A share s: it is blocked once the suppression reaches s times its own score, so that a faint suppressor
   * lowers a strong node and does not silence it.
   */
  readonly blockingShare: number | null;
  /** True: a node that fired before its suppressor did is withdrawn at the end. */
  readonly withdraw: boolean;
  /** True: a node suppresses also where it has not fired, as much as it resembles the question. */
  readonly suppressByResemblance: boolean;
  /** True: what keeps a node out stands in for it, with at least the score that the node would have had. */
  readonly standIn: boolean;
  /** The score that a node keeps: that of its `last` visit (the reference), or its `best`. */
  readonly keptScore: "last" | "best";
  /** True: what was corrected fires with its correction above it, or not at all. */
  readonly accompany: boolean;
  /** True: a procedure fires as one, with all of its steps. */
  readonly gather: boolean;
  /** True: constitutional nodes can't be suppressed. */
  readonly protectConstitutional: boolean;
}

export type RouteMode = "off" | "edge" | "edge+sim" | "learned";

export interface RoutingSettings {
  readonly mode: RouteMode;
  /** Habitual edges kept per source, 1…. */
  readonly topK: number;
  /** Weight of the similarity between question and target in `edge+sim`. */
  readonly alphaSim: number;
  readonly useRelevance: boolean;
}

export interface LearningSettings {
  readonly rule: "gradient" | "conserving";
  readonly learningRate: number;
  /** Fades the update with depth, 0…1. */
  readonly discount: number;
  /** Flattens the policy; must be above 0. */
  readonly temperature: number;
  /** The outcome that was expected. */
  readonly baseline: number;
  readonly weightBounds: readonly [low: number, high: number];
  /** Weight that a co-fired pair gains. */
  readonly hebbianIncrement: number;
  /** A pair at distance d in the fired list counts when d + 1 reaches this. */
  readonly promotionThreshold: number;
  /** Most pairs of one update. */
  readonly hebbianCap: number;
  /** `always` after any outcome (the reference), or only after a positive one. */
  readonly coFire: "always" | "positive" | "never";
  /** `rewrite` makes every updated edge sibling or inhibitory; `keep` changes the kind only with the sign. */
  readonly kinds: "rewrite" | "keep";
  /** True: learn along the walk's steps where they are known, else along the order of firing. */
  readonly followSteps: boolean;
  /** True: temperature and baseline of these settings count where a caller gives none. */
  readonly readTemperatureAndBaseline: boolean;
  /** True: ids that are no nodes are left out before anything is learned. */
  readonly ignoreUnknown: boolean;
}

export interface InjectionSettings {
  /** Neighbours that a new node is linked with. */
  readonly topK: number;
  /** Least similarity of a neighbour. */
  readonly minSimilarity: number;
  /** Least similarity where the caller's operation is a plain injection with a hash embedder (the reference). */
  readonly minSimilarityHash: number;
  /** Weight of the link with a neighbour for each unit of similarity, 0…1. */
  readonly neighbourShare: number;
  /** Weight of the edge from a correction to what it corrects, −1…0. */
  readonly inhibitionStrength: number;
  /** `approach` moves an existing edge a step toward the strength (the reference), `set` puts it there. */
  readonly inhibition: "approach" | "set";
  /** Step of `approach`, 0…1. */
  readonly inhibitionRate: number;
  /** Of the nodes fired before a correction, those this close to the closest one are corrected, 0…1; null: all. */
  readonly correctedShare: number | null;
  /**
   * How a correction is linked: both ways with its `neighbours` (the reference), or only by an edge
   * from each node that it corrects, so that it is found there and leads nowhere else.
   */
  readonly correctionLinks: "neighbours" | "corrected";
  /** Weight of that edge, 0…1. */
  readonly correctionPull: number;
  /** True: the question that was asked becomes a route to its correction. */
  readonly teachQuestion: boolean;
}

export interface DecaySettings {
  /** Maintenance runs until an unused weight is halved; 0 or less turns decay off. */
  readonly halfLife: number;
  /** Weights smaller than this become 0. */
  readonly minWeight: number;
  /** Factor on the half-life of canonical sources. */
  readonly canonicalScale: number;
  /** Runs until a suppression is halved; null: as any other weight (the reference). */
  readonly inhibitoryHalfLife: number | null;
}

export interface HomeostasisSettings {
  /** Share of reflex edges that is aimed at. */
  readonly reflexRange: readonly [low: number, high: number];
  /** Factor on the half-life when the share is too high or too low. */
  readonly shrink: number;
  readonly stretch: number;
  readonly halfLifeRange: readonly [low: number, high: number];
}

export interface ScalingSettings {
  /** Positive outgoing weight that a node may hold without being scaled. */
  readonly budget: number;
  /** Softness: weights are multiplied by (budget / sum)^power. */
  readonly power: number;
}

export interface StructureSettings {
  readonly splitSuggestions: number;
  readonly splitsPerRun: number;
  /** What a node's score for splitting is made of; the shares add up to 1. */
  readonly splitShares: {
    readonly length: number;
    readonly hub: number;
    readonly merged: number;
    readonly variance: number;
  };
  /** Lengths in code points where the length part of the score starts and is full. */
  readonly splitLengthRange: readonly [low: number, high: number];
  /** Degree at which the hub part of the score is full. */
  readonly splitHubDegree: number;
  /** Least score of a node to be split; 0 splits the best ones whatever their score. */
  readonly splitMinScore: number;
  /** Least parts of a split; 1 allows a mere renaming. */
  readonly splitMinParts: number;
  /** Most parts when a text is split at its paragraphs: neighbours then share a part; null for no limit. */
  readonly splitMaxParts: number | null;
  /** True: parts that a caller names must be pieces of the node's text, white space aside. */
  readonly splitFromText: boolean;
  /** True: a paragraph that is only headings joins the part after it. */
  readonly splitJoinsHeadings: boolean;
  readonly siblingWeight: number;
  /** Least similarity of a part to a neighbour to take its edge alone. */
  readonly splitMinSimilarity: number;
  /** Names of embedders with which maintenance does not split; the reference's worker lacks a callback for its own. */
  readonly noSplitWith: readonly string[];
  readonly mergeMaxLength: number;
  readonly mergeMinWeight: number;
  readonly mergesPerRun: number;
  /** True: where edges of a merged pair meet, a suppression outlasts any other edge; false: the larger weight does. */
  readonly mergeKeepsSuppression: boolean;
  readonly pruneBelow: number;
  /** Edges at canonical nodes above this size are never pruned. */
  readonly pruneCanonicalAbove: number;
  readonly connectSuggestions: number;
  /** What counts as a word: runs of ASCII letters and digits, or the words of any script. */
  readonly connectWords: "ascii" | "any";
  /** Words that more nodes share say nothing about two of them; null counts every word. */
  readonly connectTokenNodes: number | null;
  /** True: a connection replaces an edge that is there already; false: it only adds. */
  readonly connectOverwrites: boolean;
  /** Neighbours that a learning node is linked with. */
  readonly connectNeighbours: number;
  /** Least similarity of such a neighbour. */
  readonly connectMinSimilarity: number;
  /** The similarity becomes a weight within these bounds. */
  readonly connectWeightRange: readonly [low: number, high: number];
  /** Learning nodes of one run, newest first, each costs a search; null for all. */
  readonly connectPerRun: number | null;
  /** True: parts and merged nodes keep file, kind and authority, and get their vectors. */
  readonly carryOver: boolean;
  /** True: the vectors of merged nodes and orphans go with them. */
  readonly dropVectors: boolean;
  /** True: maintenance never splits, merges or removes a workspace chunk; sync owns it. */
  readonly keepWorkspace: boolean;
  /** True: inhibitory edges are pruned like others; false: a suppression stays until it decays to 0. */
  readonly pruneInhibitory: boolean;
  /** Only nodes of this kind are pruned as orphans. */
  readonly pruneOrphans: "any" | "generated";
  /** Which nodes count as learning nodes: by id prefix `learning::`, or every kind but `chunk`. */
  readonly learningNodes: "prefix" | "kind";
  /** True: a connection needs a file on both ends. */
  readonly connectNeedsFile: boolean;
}

export interface HealthSettings extends TierBounds {}

export interface ChunkSettings {
  /** Most characters of a chunk. */
  readonly mostChars: number;
  /** What a full-width character counts for: a model reads it as a token of its own. */
  readonly fullWidth: number;
  /** True: a single line above the limit is cut too; false: it stays one piece (the reference). */
  readonly cutLongLines: boolean;
  /** Characters that two pieces of a hard cut share, so that what the cut hits is whole in one of them. */
  readonly overlap: number;
  /** True: a section that is only headings joins the section after it: alone it resembles every question of its words and answers none. */
  readonly joinHeadings: boolean;
  /** JSON and configuration files shorter than this stay whole. */
  readonly structuredChars: number;
  /** Configuration files of fewer lines stay whole. */
  readonly structuredLines: number;
  /** JSON nested deeper than this stays whole. */
  readonly deepest: number;
}

export interface SyncSettings {
  readonly chunks: ChunkSettings;
  /** True: what was learned between chunks that are still neighbours is kept, a removed edge included. */
  readonly keepLearned: boolean;
  /** True: chunks keep their identity by their text when they move inside their file. */
  readonly followText: boolean;
  /** True: a chunk whose text comes closer to a correction than it was is no longer suppressed by it. */
  readonly liftCorrections: boolean;
  /** Standing of the chunks of a file by its path, else by its base name. */
  readonly authorities: Readonly<Record<string, Authority>>;
}

/** How questions of past sessions are learned from again. */
export interface ReplaySettings {
  /** Verdict on a walk whose answer nobody objected to. */
  readonly outcome: number;
  /** How many nodes of a walk a verdict is about, those that the answer quotes before the best; null: all. */
  readonly judged: number | null;
  /** Verdict where nobody answered; 0 teaches nothing. */
  readonly unanswered: number;
  /** What an answer that holds the whole text of a fired node adds, and how far the verdict may go. */
  readonly quotedBonus: number;
  readonly mostOutcome: number;
  /** Lessons of a full replay after which weights decay once; null: they don't. */
  readonly decayEvery: number | null;
  /** By how much each correction damps the edges of its node in a harvest; null: not at all. */
  readonly damping: number | null;
}

export interface PromptSettings {
  /** Characters of the block taken by header, footer and line ends. */
  readonly frame: number;
  /** Most dropped nodes that the stats name. */
  readonly droppedNamed: number;
}

export interface Settings {
  readonly vectors: "exact" | "packed";
  readonly traversal: TraversalSettings;
  readonly routing: RoutingSettings;
  readonly seeds: SeedSettings;
  /** How candidates are found; null: by their vectors alone (the reference). */
  readonly hybrid: HybridSettings | null;
  /** How questions that were taught lead others to their nodes; null: by their vectors alone (the reference). */
  readonly taught: TaughtSettings | null;
  /** When the answer is that nothing is known; null: never (the reference). */
  readonly silence: SilenceSettings | null;
  /** How a new node is tied to what it belongs to; null: not at all (the reference). */
  readonly ties: TieSettings | null;
  /** Whether new words are screened for orders to whoever reads them. */
  readonly screens: boolean;
  readonly learning: LearningSettings;
  readonly injection: InjectionSettings;
  readonly decay: DecaySettings;
  readonly homeostasis: HomeostasisSettings;
  readonly scaling: ScalingSettings;
  readonly structure: StructureSettings;
  readonly health: HealthSettings;
  readonly sync: SyncSettings;
  readonly prompt: PromptSettings;
  readonly replay: ReplaySettings;
  readonly upkeep: UpkeepSettings;
}
