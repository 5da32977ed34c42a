import type { FindingKind } from '../detect/finding-kinds.ts';
import type { IgnoreRule } from '../detect/ignore-rules.ts';
import type { Unit } from '../detect/proximity-lengths.ts';
import type { Scope } from '../detect/triangle-pair.ts';

/** What `selfcollide.config.json` can say of some or all files; schema/config.schema.json says the same. */
export interface ConfigSettings {
  readonly animation?: string;
  readonly fps?: number | 'keys';
  readonly times?: readonly number[];
  readonly frames?: string;
  readonly find?: readonly FindingKind[];
  readonly scope?: Scope;
  readonly ignore?: readonly (string | readonly string[] | IgnoreRule)[];
  readonly ignoreRest?: boolean;
  readonly betweenFrames?: boolean;
  readonly proximity?: number | string;
  readonly restRadius?: number | string;
  readonly unit?: Unit;
  readonly weld?: number | string;
  readonly maxContacts?: number;
  readonly failOver?: ConfigLimits;
  readonly allowOutside?: boolean;
}

export interface ConfigLimits {
  readonly contacts?: number;
  readonly places?: number;
  readonly frames?: number;
  readonly depth?: number | string;
}

export interface Config extends ConfigSettings {
  readonly inputs?: readonly string[];
  readonly exclude?: readonly string[];
  readonly baseline?: string;
  readonly method?: string;
  readonly threads?: number;
  readonly pairs?: 'edge-triangle' | 'triangles';
  readonly overrides?: readonly ConfigOverride[];
}

export interface ConfigOverride extends ConfigSettings {
  readonly files: readonly string[];
}

/** A config and where it is, so that what it names can be found. */
export interface LoadedConfig {
  readonly path: string;
  readonly folder: string;
  readonly config: Config;
}

export const CONFIG_NAME = 'selfcollide.config.json';
