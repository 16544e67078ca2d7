import { type ComponentProps, type ComponentType, createContext, type ReactNode, use, useMemo } from 'react'

/** Turns an English source text into the reader's language; the application provides its translator. */
export type Translate = (source: string, args?: readonly (string | number)[]) => string

export type LinkProps = ComponentProps<'a'> & { href: string }

/** A text to translate: its English source, and its meaning where it has several. */
export interface TextProps {
  source: string
  context?: string | undefined
}

interface UiServices {
  translate: Translate
  Text: ComponentType<TextProps>
  locale: string
  Link: ComponentType<LinkProps>
}

const fill: Translate = (source, args = []) => source.replace(/\{(\d+)\}/g, (_, n: string) => String(args[Number(n)]))

const Context = createContext<UiServices>({
  translate: fill,
  Text: PlainText,
  locale: 'en-GB',
  Link: PlainLink,
})

export interface UiProviderProps {
  translate: Translate
  /** Draws a text so that people can correct it in place. */
  Text?: ComponentType<TextProps>
  /** Locale of dates and their calendar, e.g. `he-IL`. */
  locale: string
  /** Draws links; an application passes its router's component. */
  Link?: ComponentType<LinkProps>
  children: ReactNode
}

/** Gives the design system the application's translator, locale and link component. */
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

/** An interface text on screen, from the design system itself or from its caller. */
export function Text({ source, context }: TextProps) {
  const { Text: Drawn } = use(Context)
  return <Drawn source={source} context={context} />
}

/** The translator for attributes. */
export const useUiText = (): Translate => use(Context).translate

/** A bare link, drawn by the application's router. */
export function Anchor(props: LinkProps) {
  const { Link } = use(Context)
  return <Link {...props} />
}

/** The locale of dates. */
export const useLocale = (): string => use(Context).locale
