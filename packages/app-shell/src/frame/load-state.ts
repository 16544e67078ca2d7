/** The state of a read. */
export type LoadState = 'loading' | 'ready' | 'failed'
