import { type ErrorCallback, query, type RequestOptions } from './request.ts'

/** The query layer of one host: every failed call throws an ApiError (reference: http-api, Errors). */
export interface Api {
  get<T = unknown>(path: string, params?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<T>
  post<T = unknown>(path: string, body?: unknown): Promise<T>
  put<T = unknown>(path: string, body?: unknown): Promise<T>
  delete<T = unknown>(path: string): Promise<T>
}

/** Makes the query layer for `host`; `onError` replaces the common error callback. */
export function createApi(host: string, onError?: ErrorCallback): Api {
  const base: RequestOptions = onError ? { host, onError } : { host }
  return {
    get: (path, params, signal) =>
      query('GET', path, { ...base, ...(params && { params }), ...(signal && { signal }) }),
    post: (path, body) => query('POST', path, { ...base, body }),
    put: (path, body) => query('PUT', path, { ...base, body }),
    delete: (path) => query('DELETE', path, base),
  }
}
