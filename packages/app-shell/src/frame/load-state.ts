/** Where something that is read stands. */
export type LoadState = 'loading' | 'ready' | 'failed'
