import { Text, useI18n } from '@tavla/i18n/react'
import { Avatar, lazyPart, Menu, MenuHeader, MenuItem, MenuSeparator, printPage } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../app-client.ts'
import { useAppState, useSession } from '../boot/app-state.ts'
import { flipLanguage, otherLanguageLabel } from '../boot/flip-language.ts'
import { countKept, type KeptCounts } from '../boot/kept-of-user.ts'
import { signOut } from '../boot/sign-out.ts'
import { showError } from '../errors/error-window.ts'
import { askUnsaved, canKeepAll, isUploading, keepAll } from '../records/unsaved.ts'
import { TranslateModeItem } from '../translation/TranslateModeItem.tsx'
import { openShortcutList } from './shortcut-list.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

const ConfirmSignOut = lazyPart(() => import('../session/ConfirmSignOut.tsx'), 'window')

/** A place that the user menu leads to. */
export interface MenuPlace {
  icon: string
  /** English source text. */
  label: string
  path: string
}

/** Picture or initials; under it the full name, the language toggle and Logout (reference: screens, Frame). */
export function UserMenu({ places = [] }: { places?: readonly MenuPlace[] | undefined }) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const session = useSession()
  const { user } = useAppState()
  const name = session.full_name || session.user
  const image = typeof user?.user_image === 'string' ? client.fileUrl(user.user_image) : null

  const [going, setGoing] = useState<KeptCounts | null>(null)

  const leave = async () => {
    setGoing(null)
    try {
      await signOut()
      await navigate('/login')
    } catch (error) {
      showError(error)
    }
  }

  const handleLogout = async () => {
    const isKept = canKeepAll() && (await keepAll())
    const counts = await countKept(session.user)
    // Uploads, and what the browser doesn't keep.
    if ((!isKept || isUploading()) && !(await askUnsaved())) return
    if (counts.drafts + counts.queued > 0) setGoing(counts)
    else await leave()
  }

  return (
    <>
      <Menu
        label={t('User menu')}
        align="end"
        trigger={<Avatar image={image} name={session.full_name} id={session.user} />}
        triggerClassName="user-button"
      >
        <MenuHeader>
          <span className="user-card">
            <Avatar image={image} name={session.full_name} id={session.user} />
            <span>
              <bdi className="user-name">{name}</bdi>
              {name !== session.user && <bdi className="user-id">{session.user}</bdi>}
            </span>
          </span>
        </MenuHeader>
        <MenuSeparator />
        <MenuItem icon="person" onAction={() => void navigate('/profile')}>
          <Text source="My Profile" />
        </MenuItem>
        {places.map(({ icon, label, path }) => (
          <MenuItem key={path} icon={icon} onAction={() => void navigate(path)}>
            <Text source={label} />
          </MenuItem>
        ))}
        <MenuItem icon="translate" onAction={() => void flipLanguage().catch(showError)}>
          {otherLanguageLabel(language)}
        </MenuItem>
        <TranslateModeItem />
        <MenuSeparator />
        <ThemeChoice />
        <MenuSeparator />
        <MenuItem icon="print" onAction={() => void printPage()}>
          <Text source="Print" />
        </MenuItem>
        <MenuItem icon="keyboard" hint={<kbd>?</kbd>} onAction={openShortcutList}>
          <Text source="Keyboard shortcuts" />
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="logout" onAction={() => void handleLogout()}>
          <Text source="Logout" />
        </MenuItem>
      </Menu>
      {going && (
        <Suspense fallback={null}>
          <ConfirmSignOut kept={going} onConfirm={() => void leave()} onCancel={() => setGoing(null)} />
        </Suspense>
      )}
    </>
  )
}
