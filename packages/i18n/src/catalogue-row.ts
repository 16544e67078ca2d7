/** English source text, its Hebrew, and where one English text has two meanings, the context that tells them apart. */
export type CatalogueRow = readonly [source: string, hebrew: string, context?: string]
