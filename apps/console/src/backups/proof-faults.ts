import { textOf } from '@tavla/contract'

/** The names of all that a proof found lost or altered: files by their path, tables by their name, else what it says. */
export function faultNames(failed: unknown): string[] {
  if (!Array.isArray(failed)) return []
  return failed.map((fault: Readonly<Record<string, unknown>>) => {
    const { file, table, object, manifest, integrity } = fault
    return [file, table, integrity, object, manifest].map(textOf).find((name) => name !== '') ?? JSON.stringify(fault)
  })
}
