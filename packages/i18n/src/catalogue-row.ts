/** English source text, its Hebrew, and a context that tells two meanings of one English text apart. */
export type CatalogueRow = readonly [source: string, hebrew: string, context?: string]
