import { isUntilSent } from '@tavla/client'
import { EntityProvider, type EntityProviderProps, UndoLayer, useQueueParts } from '@tavla/entity-ui'
import { type I18n, useI18n } from '@tavla/i18n/react'
import {
  AppFrame,
  IconButton,
  lazyPart,
  NavDrawer,
  type NavItem,
  Notices,
  SideNav,
  type SideNavProps,
  TopBar,
  useIsPhone,
  useIsStacked,
} from '@tavla/ui'
import { Suspense, useCallback, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { client } from '../app-client.ts'
import { useAppState, useSession } from '../boot/app-state.ts'
import { EnvironmentStrip } from '../environment/EnvironmentStrip.tsx'
import { showError } from '../errors/error-window.ts'
import { Bell } from '../inbox/Bell.tsx'
import { useInvitationNotice } from '../invitations/useInvitationNotice.ts'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { PaletteLayer } from '../palette/PaletteLayer.tsx'
import type { PalettePlace } from '../palette/palette-entries.ts'
import { showsIdOf } from '../root/headings.ts'
import { usePlace } from '../root/usePlace.ts'
import { TranslationLayer } from '../translation/TranslationLayer.tsx'
import { Brand } from './Brand.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { PlaceTitle } from './PlaceTitle.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import { SiteLink } from './SiteLink.tsx'
import { type MenuPlace, UserMenu } from './UserMenu.tsx'
import { useCollapsed } from './useCollapsed.ts'
import { useLive } from './useLive.ts'
import { usePlaceFocus } from './usePlaceFocus.ts'
import { useWarmParts } from './useWarmParts.ts'
import './frame.css'

const OwnSignIn = lazyPart(() => import('../session/OwnSignIn.tsx'), 'window')

export interface ShellFrameProps {
  home: NavItem
  items: readonly NavItem[]
  /** In the side navigation after the links, such as the reason why there are none. */
  note?: SideNavProps['note']
  /** Address of a record's screen, if it has one. */
  recordPath: NonNullable<EntityProviderProps['recordPath']>
  /** Address of the screen that brings records from a file, if this app has one. */
  importPath?: EntityProviderProps['importPath']
  /** Address of the inbox. */
  inboxPath: string
  /** Address of the way back from a record on a narrow screen. */
  backPath?: string | undefined
  /** Further places of the user menu. */
  places?: readonly MenuPlace[]
  /** Screens that only the search over everything leads to, in the person's language. */
  jumps?: readonly PalettePlace[]
  /** True where the screen has a navigation of its own: the side bar folds, unless the person has chosen. */
  foldsSide?: boolean
  /** Links in the options of every list. */
  listLinks?: EntityProviderProps['listLinks']
}

/** The authenticated area: side navigation, top bar, and the screen (reference: screens, Frame). */
export function ShellFrame(props: ShellFrameProps) {
  const {
    home,
    items,
    note,
    recordPath,
    importPath,
    inboxPath,
    backPath,
    places,
    jumps = [],
    listLinks,
    foldsSide = false,
  } = props
  const { t } = useI18n()
  const session = useSession()
  const { isAskingPassword } = useAppState()
  const navigate = useNavigate()
  const queue = useQueueParts()
  const isPhone = useIsPhone()
  const place = usePlace()
  const [isCollapsed, toggleCollapsed] = useCollapsed(foldsSide)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const goTo = useCallback((path: string, options?: { replace?: boolean }) => void navigate(path, options), [navigate])
  const onSaved = useInvitationNotice(client, showError)
  useLive()
  useWarmParts()
  usePlaceFocus(place)

  const links = { label: t('Main menu'), brand: Brand, home, items, note }
  return (
    <EntityProvider
      client={client}
      session={session}
      navigate={goTo}
      recordPath={recordPath}
      onError={showError}
      onSaved={onSaved}
      {...(listLinks && { listLinks })}
      {...(importPath && { importPath })}
    >
      <AppFrame
        skipLabel={t('Skip to content')}
        side={!isPhone && <SideNav {...links} isCollapsed={isCollapsed} onToggle={toggleCollapsed} />}
        top={
          <div className="frame-top">
            <EnvironmentStrip />
            <TopBar
              title={<PlaceTitle place={place} />}
              id={showsIdOf(place.entity) ? idInWords(place.id ?? '', t) : undefined}
              beside={place.mark?.site !== undefined && <SiteLink site={place.mark.site} />}
              start={<Start backPath={backPath} isPhone={isPhone} onMenu={() => setMenuOpen(true)} />}
            >
              {!isPhone && <ConnectionState />}
              <PaletteButton isPhone={isPhone} />
              <Bell isPhone={isPhone} path={inboxPath} />
              <UserMenu places={places} />
            </TopBar>
            {isPhone && <ConnectionState />}
          </div>
        }
      >
        <Outlet />
      </AppFrame>
      {isPhone && isMenuOpen && <NavDrawer {...links} onClose={() => setMenuOpen(false)} />}
      <Notices />
      <ShortcutList />
      <PaletteLayer places={[...jumps, ...placesOf(t, [home, ...items], places)]} />
      <LeaveGuard />
      <UndoLayer />
      <Suspense fallback={null}>
        {queue && <queue.Layer />}
        {isAskingPassword && <OwnSignIn />}
      </Suspense>
      <TranslationLayer />
    </EntityProvider>
  )
}

/** The screens that the search over everything leads to, in the person's language. */
const placesOf = (t: I18n['t'], links: readonly NavItem[], places: readonly MenuPlace[] = []): PalettePlace[] => [
  ...links,
  ...[...places, profile].map(({ icon, label, path }) => ({ icon, label: t(label), href: path })),
]
const profile: MenuPlace = { icon: 'person', label: 'My Profile', path: '/profile' }

/** A record that waits to be sent has no id yet. */
const idInWords = (id: string, t: I18n['t']) => (isUntilSent(id) ? t('New') : id || undefined)

interface StartProps {
  backPath: string | undefined
  isPhone: boolean
  onMenu: () => void
}

/** On narrow screens, which show list or record, the way back to the list; else on a phone the menu. */
function Start({ backPath, isPhone, onMenu }: StartProps) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const isStacked = useIsStacked()
  if (isStacked && backPath !== undefined) {
    const goBack = () => void navigate(backPath)
    // Its own key makes a new button: after going back, the focus must not be on the menu button.
    return <IconButton key="back" icon="arrow_back" label={t('Back')} hasTooltip={false} onClick={goBack} />
  }
  if (!isPhone) return null
  return <IconButton icon="menu" label={t('Main menu')} hasTooltip={false} aria-haspopup="dialog" onClick={onMenu} />
}
