import { type ComponentProps, type ComponentType, createContext, type ReactNode, use, useMemo } from 'react'

/** Turns an English source text into the reader's language; the application hands its translator in. */
export type Translate = (source: string, args?: readonly (string | number)[]) => string

export type LinkProps = ComponentProps<'a'> & { href: string }

/** A text to translate: its English source, and the meaning it has here where it has several. */
export interface TextProps {
  source: string
  context?: string | undefined
}

interface Surroundings {
  translate: Translate
  Text: ComponentType<TextProps>
  locale: string
  Link: ComponentType<LinkProps>
}

const fill: Translate = (source, args = []) => source.replace(/\{(\d+)\}/g, (_, n: string) => String(args[Number(n)]))

const Context = createContext<Surroundings>({
  translate: fill,
  Text: PlainText,
  locale: 'en-GB',
  Link: PlainLink,
})

export interface UiProviderProps {
  translate: Translate
  /** Draws a text so that it can be corrected in place. */
  Text?: ComponentType<TextProps>
  /** Of dates and their calendar, e.g. `he-IL`. */
  locale: string
  /** What a link is drawn with; an application passes its router's. */
  Link?: ComponentType<LinkProps>
  children: ReactNode
}

/** Hands the design system what it must not know by itself: the translator and the router's link. */
export function UiProvider({ translate, Text = PlainText, locale, Link = PlainLink, children }: UiProviderProps) {
  const value = useMemo(() => ({ translate, Text, locale, Link }), [translate, Text, locale, Link])
  return <Context value={value}>{children}</Context>
}

function PlainLink({ children, ...rest }: LinkProps) {
  return <a {...rest}>{children}</a>
}

function PlainText({ source }: TextProps): string {
  return use(Context).translate(source)
}

/** An interface text on screen: one of the few that the design system brings itself, or one that it was handed. */
export function Text({ source, context }: TextProps) {
  const { Text: Drawn } = use(Context)
  return <Drawn source={source} context={context} />
}

/** The translator for the same texts where they are attributes. */
export const useUiText = (): Translate => use(Context).translate

/** A bare link, drawn by the application's router. */
export function Anchor(props: LinkProps) {
  const { Link } = use(Context)
  return <Link {...props} />
}

/** The locale that dates are written in. */
export const useLocale = (): string => use(Context).locale
