import type { Answer, Exchange, SentCall } from './request.ts'

/** An answer and the time at which it came, by this browser's clock. */
export interface EarlyAnswer {
  call: SentCall
  answer: Answer
  at: number
}

/** Maximum number of answers that wait for the code that keeps copies. */
const most = 40

let early: EarlyAnswer[] = []

/** Keeps the first answers to a person, until the code that makes copies of them has loaded. */
export const collectEarly: Exchange = async (call, ask) => {
  if (call.path.startsWith('/api/auth/log')) early = []
  const mine = early
  const answer = await ask()
  // An answer to the person before goes nowhere.
  if (mine.length < most) mine.push({ call, answer, at: Date.now() })
  return answer
}

/** The answers that were collected, once. */
export const takeEarly = (): EarlyAnswer[] => early.splice(0)
