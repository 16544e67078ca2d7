import { expect, type Locator, type Page } from '@playwright/test'

/** Seconds for a key, of somebody who never learnt to type; for a letter on glass; for a thumb's way to its target. */
const key = 0.28
const letter = 0.35
const tap = 1.1
/** Seconds to look and to decide what comes next (Card, Moran and Newell's keystroke-level model). */
const thought = 1.35

/**
 * A person at work in a page: does what they do, and counts what it costs them in seconds, which are the same on every
 * machine. The time of the site itself is not in the sum.
 */
export class Person {
  seconds = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Looks, decides, and presses these keys; those held together count one by one. */
  async press(...keys: readonly string[]): Promise<void> {
    this.seconds += thought
    for (const one of keys) {
      this.seconds += key * one.split('+').length
      await this.#page.keyboard.press(one)
    }
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    this.seconds += thought + key * text.length
    await this.#page.keyboard.type(text)
  }

  /** The same on the keyboard of a phone. */
  async typeOnGlass(text: string): Promise<void> {
    this.seconds += thought + letter * text.length
    await this.#page.keyboard.type(text)
  }

  /** Taps what is on the screen and large enough for a thumb. */
  async tap(target: Locator): Promise<void> {
    this.seconds += thought + tap
    await target.scrollIntoViewIfNeeded()
    await expect(target).toBeInViewport()
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
    expect(Math.min(width, height), `${target.toString()} is large enough for a thumb`).toBeGreaterThanOrEqual(32)
    await target.tap()
  }
}
