import { setAppState } from '@tavla/app-shell'
import { appState, client as hq } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'

/** The operator's own record at HQ, which may not be read yet. */
async function ownRecord(): Promise<EntityRecord | null> {
  const { user, session } = appState()
  return user ?? (session && (await hq.users.get(session.user)))
}

/**
 * True for an operator who always signs in with HQ, unless they have left this project in this tab (reference: screens,
 * Projects in the console).
 */
export async function alwaysThroughHq(project: string): Promise<boolean> {
  if (sessionStorage.getItem(keyOf(project)) !== null) return false
  const own = await ownRecord().catch(() => null)
  return own?.hq_sign_in === 1
}

/** Keeps the choice in the operator's own record. */
export async function chooseAlwaysHq(isOn: boolean): Promise<void> {
  const own = await ownRecord()
  if (!own) return
  const { entity } = await hq.users.update(own.id, { hq_sign_in: isOn ? 1 : 0, modified: own.modified })
  setAppState({ user: entity })
}

/** Remembers that the operator left a project, until they sign in there again. */
export function noteLeft(project: string, isLeft: boolean): void {
  if (isLeft) sessionStorage.setItem(keyOf(project), '1')
  else sessionStorage.removeItem(keyOf(project))
}

const keyOf = (project: string) => `left:${project}`
