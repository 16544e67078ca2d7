import type { SessionInfo } from '@tavla/contract'
import type { DataRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { setRouter } from './app-router.ts'
import { appState, setAppState } from './app-state.ts'
import { endSession, signInAgain } from './session-end.ts'

test('a read that is refused just before a write does not take the page from the question for the password', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const visited: string[] = []
  setRouter({
    state: { location: { pathname: '/app', search: '', hash: '' } },
    navigate: async (to: string) => void visited.push(to),
  } as unknown as DataRouter)
  setAppState({ session: { user: 'noa@example.com', full_name: 'Noa' } as SessionInfo })

  const left = endSession()
  void signInAgain({ method: 'PUT', path: '/api/user/noa@example.com' })
  await left

  expect(visited).toEqual([])
  expect(appState()).toMatchObject({ isExpired: true, isAskingPassword: true })
})
