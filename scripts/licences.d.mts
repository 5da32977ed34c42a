import type { Plugin } from 'vite';

export function writeLicences(fileName?: string, found?: Set<string>): Plugin;
