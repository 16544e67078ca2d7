import { isAway, watchReach } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { useSyncExternalStore } from 'react'
import { Outlet } from 'react-router'
import { Mark } from '../root/Mark.tsx'
import { useSiteName } from '../root/useSiteName.ts'
import './sign-in.css'

/** The frame of the sign-in screens (reference: screens, Sign-in screens): the product's name and one card. */
export function SignInShell() {
  const isUnanswered = useSyncExternalStore(watchReach, () => isAway())
  return (
    <main className="sign-in">
      <div className="sign-in-brand">
        <Mark />
        <bdi>{useSiteName()}</bdi>
      </div>
      <p className="sign-in-away" role="status">
        {isUnanswered && <Text source="No connection" />}
      </p>
      <div className="sign-in-card">
        <Outlet />
      </div>
    </main>
  )
}
