import type { ExportJobAnswer, ExportQuery } from '@tavla/contract'
import { ApiError, unreachable } from '../api-error.ts'
import { entityPath } from './entities.ts'

/** A file with the name that the server gave it. */
export interface ExportedFile {
  name: string
  content: Blob
}

/**
 * Records as a file, or the job that makes it where they are many (reference: http-api, Export). Throws an ApiError,
 * which nothing has shown yet.
 */
export async function exportRecords(
  host: string,
  entity: string,
  query: ExportQuery,
  signal: AbortSignal,
): Promise<ExportedFile | ExportJobAnswer['data']> {
  try {
    const response = await fetch(`${host}${entityPath(entity)}/query`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...query, call: 'export' }),
      signal,
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (!response.ok) throw new ApiError(response.status, isJson ? await response.json() : {})
    if (isJson) return ((await response.json()) as ExportJobAnswer).data
    // Fails where the connection ended before the file did.
    return { name: nameIn(response.headers.get('content-disposition') ?? ''), content: await response.blob() }
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    throw unreachable(error)
  }
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined ? 'export' : decodeURIComponent(encoded)
}
