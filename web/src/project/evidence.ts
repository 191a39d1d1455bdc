// What `gauze run` (the manifest), `gauze verify` and `gauze report` (the evidence) say of a release.

export interface KeptPromise {
  claim: string;
  holds: boolean;
  sentence?: string;
  guarantees?: string;
}

export interface Uniqueness {
  rows: number;
  all?: { unique_rows: number; share: number; columns: number };
  open?: { unique_rows: number; share: number; columns: number };
  sets?: { columns: string[]; unique_rows: number; share: number }[];
  sentence: string;
}

export interface Manifest {
  rows_in: number;
  rows: number;
  suppressed_rows: number;
  classes: number;
  promises: KeptPromise[];
  measures: Record<string, number>;
  warnings: string[];
  not_protected: string[];
  uniqueness?: Uniqueness;
}

export interface RiskSide {
  highest: number;
  mean: number;
  unique_rows: number;
}

export interface TriedAttack {
  attack: string;
  asks: string;
  holds?: boolean;
  sentence?: string;
  not_tried?: string;
}

export interface Evidence {
  about: { rows: number; rows_in: number; suppressed_rows: number; classes: number; release_digest?: string };
  promises: KeptPromise[];
  uniqueness?: Uniqueness;
  loss?: { attribute: string; ncp: number }[];
  risk?: {
    before?: RiskSide;
    after?: RiskSide;
    thresholds?: { name: string; limit: number; before_meets?: boolean; after_meets: boolean }[];
  };
  attacks?: TriedAttack[];
  warnings?: string[];
  not_protected?: string[];
}

export interface Verification {
  holds: boolean;
  rows?: number;
  classes?: number;
  verdicts?: KeptPromise[];
  claims?: KeptPromise[];
  notes?: string[];
}
