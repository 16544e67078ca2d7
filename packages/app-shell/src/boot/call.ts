import { ApiError, type Method, type RequestOptions, request } from '@tavla/client'

/** A call for screens that need only this from the client; throws ApiError and skips the common error callback. */
export async function call<T>(method: Method, path: string, options: Omit<RequestOptions, 'onError'> = {}): Promise<T> {
  let failure: ApiError | undefined
  const body = await request<T>(method, path, {
    ...options,
    onError: (response, answer) => {
      failure = new ApiError(response.status, answer)
    },
  })
  if (failure) throw failure
  return body
}
