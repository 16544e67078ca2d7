import type { Client } from '@tavla/client'

/** The origin of a client's site, by which the browser keeps its drafts apart. */
export const siteOf = ({ host }: Pick<Client, 'host'>): string => host || location.origin
