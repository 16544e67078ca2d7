import manifest from '../../package.json' with { type: 'json' }

/** The product's version, e.g. `1.0.0`. */
export const version: string = manifest.version
