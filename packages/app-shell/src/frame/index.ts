export { client, watchEvents } from '../app-client.ts'
export { appState } from '../boot/app-state.ts'
export { keepsDrafts, noteAccount } from '../boot/kept-of-user.ts'
export { createRefusedCalls } from '../boot/refused-calls.ts'
export { EnvironmentSign } from '../environment/EnvironmentSign.tsx'
export { type Environment, environmentOf } from '../environment/environments.ts'
export { showUnread, unreadVersion } from '../inbox/unread.ts'
export { useUnread } from '../inbox/useUnread.ts'
export { showOpenCount } from '../root/open-count.ts'
export { usePasswordForm } from '../sign-in/usePasswordForm.tsx'
export { tellScreenCopied } from './as-of.ts'
export { EntityName } from './EntityName.tsx'
export type { LoadState } from './load-state.ts'
export { NotFound } from './NotFound.tsx'
export { ShellFrame, type ShellFrameProps } from './ShellFrame.tsx'
export { useScreenFocus } from './useScreenFocus.ts'

/** The user's own profile, in a chunk of its own because few visits need it. */
export const loadProfile = () => import('../profile/MyProfile.tsx')

/** The inbox as a page. */
export const loadInbox = () => import('../inbox/Inbox.tsx')

/** All that a search finds. */
export const loadSearch = () => import('../search/SearchPage.tsx')
