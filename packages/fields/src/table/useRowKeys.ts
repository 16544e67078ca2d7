import { useState } from 'react'
import type { TableRow } from '../table-rows.ts'

/** Stable React keys for rows while these are changed and moved, also for new rows, which have no id yet. */
export function useRowKeys(rows: readonly TableRow[]) {
  const [state, setState] = useState<KeyState>({ keys: [], made: 0 })
  let { keys } = state
  if (!fits(keys, rows)) {
    // The rows were replaced from outside, by a reload, an undo or a paste. A new row keeps its place, and with it the focus.
    keys = rows.map((row, at) => row.id ?? newKey(state.keys[at]) ?? `new-${state.made + at}`)
    setState({ keys, made: state.made + rows.length })
  }
  const change = (by: (keys: readonly string[]) => string[]) =>
    setState((former) => ({ ...former, keys: by(former.keys) }))

  return {
    keys,
    /** Makes and returns the key of a row that is added at the end. */
    add(): string {
      const key = `new-${state.made}`
      setState((former) => ({ keys: [...former.keys, key], made: former.made + 1 }))
      return key
    },
    /** Makes the key of a row that is added behind `index`. */
    insert: (index: number) =>
      setState((former) => ({
        keys: former.keys.toSpliced(index + 1, 0, `new-${former.made}`),
        made: former.made + 1,
      })),
    delete: (index: number) => change((all) => all.toSpliced(index, 1)),
    move: (from: number, to: number) =>
      change((all) => all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1))),
  }
}

interface KeyState {
  keys: readonly string[]
  /** Number of keys made, so that each is unique. */
  made: number
}

const newKey = (key: string | undefined) => (key?.startsWith('new-') ? key : undefined)

function fits(keys: readonly string[], rows: readonly TableRow[]): boolean {
  return keys.length === rows.length && rows.every((row, at) => !row.id || row.id === keys[at])
}
