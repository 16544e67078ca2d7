export interface UploadRequest {
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Blob | FormData | string
  signal?: AbortSignal
  /** Bytes of the body sent so far, if the transport knows. */
  onProgress?(sent: number): void
}

export interface UploadResponse {
  /** 0 if no answer came. */
  status: number
  text: string
  header(name: string): string | null
}

/** Sends one request with the session's cookie; rejects only when it was aborted. */
export type UploadTransport = (request: UploadRequest) => Promise<UploadResponse>

/** The browser's transport: XMLHttpRequest, because fetch can't report how much of a body was sent. */
export const xhrTransport: UploadTransport = ({ method, url, headers = {}, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    const answer = () => {
      signal?.removeEventListener('abort', abort)
      resolve({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) })
    }
    if (signal?.aborted) return reject(abortError())
    xhr.open(method, url)
    xhr.withCredentials = true
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    if (onProgress) xhr.upload.onprogress = (event) => onProgress(event.loaded)
    xhr.onload = answer
    xhr.onerror = answer
    xhr.ontimeout = answer
    xhr.onabort = () => reject(abortError())
    signal?.addEventListener('abort', abort, { once: true })
    xhr.send(body ?? null)
  })

/** The same with fetch, without progress inside a request. */
export const fetchTransport: UploadTransport = async ({ method, url, headers = {}, body, signal }) => {
  try {
    const init: RequestInit = { method, headers, credentials: 'include', body: body ?? null, signal: signal ?? null }
    const response = await fetch(url, init)
    const text = method === 'HEAD' ? '' : await response.text()
    return { status: response.status, text, header: (name) => response.headers.get(name) }
  } catch (error) {
    if (signal?.aborted) throw abortError()
    if (error instanceof TypeError) return { status: 0, text: '', header: () => null }
    throw error
  }
}

function abortError(): DOMException {
  return new DOMException('The upload was aborted.', 'AbortError')
}
