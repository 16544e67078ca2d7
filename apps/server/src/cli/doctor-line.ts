/** A finding about one thing. */
export interface DoctorLine {
  state: 'ok' | 'warn' | 'fail'
  what: string
  words: string
}

export const line = (state: DoctorLine['state'], what: string, words: string): DoctorLine => ({ state, what, words })
