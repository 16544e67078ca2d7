import type { BareSql } from './baselines.ts'
import { type LoadClient, request } from './load.ts'
import type { Row } from './measure.ts'
import type { RunningSite } from './site.ts'

/** The material for all rows about a filled site. */
export interface Bench {
  site: RunningSite
  cookie: string
  client: LoadClient
  sql: BareSql
  records: number
  rounds: number
  /** Seconds of one round. */
  seconds: number
}

export const connections = 32

/** Measures some rows of the table. */
export type Measure = (bench: Bench) => AsyncGenerator<Row>

export type Query = Record<string, unknown>

/** The address of a list. */
export function listUrl(query: Query, entity = 'Deal'): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return `/api/entity/${encodeURIComponent(entity)}?${parameters}`
}

export const listRequests = ({ cookie }: Bench, queries: readonly Query[]): string[] =>
  queries.map((query) => request('GET', listUrl(query), cookie))

/** The site's answers per second to these requests. */
export async function siteRate(
  { client, site, seconds }: Bench,
  requests: readonly string[],
  most = seconds,
): Promise<number> {
  return (await client.run({ port: site.port, requests, connections, seconds: most })).perSecond
}

/** Fills caches and lets code be compiled before a measurement. */
export async function warmUp(bench: Bench, requests: readonly string[]): Promise<void> {
  await siteRate(bench, requests, 1.5)
}
