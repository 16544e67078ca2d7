import { queryResponse, type RequestOptions } from '../request.ts'

const name = 'clock-ahead'

/** Milliseconds by which the server's clock was ahead of this one when it was last heard. */
let ahead: number | undefined

/** Now by the server's clock as last heard, in milliseconds: the clock of this machine may be a day off. */
export const serverNow = (): number => Date.now() + (ahead ?? remembered())

/** As `query`, and notes the server's clock. @throws ApiError */
export async function queryWithClock<T>(...call: Parameters<typeof queryResponse>): Promise<T> {
  const { response, body } = await queryResponse<T>(...call)
  const time = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(time)) remember(time - Date.now())
  return body
}

/** Hears the server's clock. @throws ApiError */
export const hearClock = (options: RequestOptions): Promise<unknown> =>
  queryWithClock('GET', '/api/health/live', options)

// A page that is opened without a network has heard nothing yet.
function remember(heard: number): void {
  ahead = heard
  try {
    localStorage.setItem(name, String(heard))
  } catch {
    // This browser keeps nothing.
  }
}

function remembered(): number {
  try {
    return Number(localStorage.getItem(name) ?? 0)
  } catch {
    return 0
  }
}
