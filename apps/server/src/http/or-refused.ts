import { Problem } from '@tavla/contract'

/** A refusal as data, since the way to HQ carries answers alone. */
interface RefusedOrder {
  refused: Pick<Problem, 'status' | 'type' | 'title' | 'detail' | 'errors'>
}

/** The answer to an order of HQ, or its refusal. */
export async function orRefused<T>(answer: () => Promise<T>): Promise<T | RefusedOrder> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { status, type, title, detail, errors } = error
    return { refused: { status, type, title, detail, errors } }
  }
}
