import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

export interface Browser {
  executablePath: string
  args: string[]
  env?: Record<string, string>
}

/**
 * The Chromium for browser tests: `CHROMIUM_PATH`, an installed headless shell, the shell in the packages (Linux x64);
 * elsewhere an installed Chromium, else Playwright's own download. A whole browser needs twice the CPU time of the
 * shell, partly because it starts two renderers for each page; `whole` prefers it to the packaged shell, for tests that
 * need the browser that users have. `SKIP_SYSTEM_BROWSER=1` forces the packaged one.
 */
export async function findBrowser({ whole = false } = {}): Promise<Browser | undefined> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  if (isPackaged && process.env.SKIP_SYSTEM_BROWSER) return packagedBrowser()
  const first = [process.env.CHROMIUM_PATH, which('chromium-headless-shell')]
  const installed = [...names.map(which), macPath, chromium.executablePath()]
  const found = firstOf(isPackaged && !whole ? first : [...first, ...installed])
  return found ?? (isPackaged ? packagedBrowser() : undefined)
}

function firstOf(files: readonly (string | undefined)[]): Browser | undefined {
  const executablePath = files.find((file) => file && existsSync(file))
  return executablePath ? { executablePath, args: quietArgs } : undefined
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

// The sandbox needs privileges that containers seldom have; most other flags keep the browser from contacting its
// vendor. Pages of one site and context share a renderer, whose compiled code the next page finds.
const quietArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--process-per-site',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Unpacks into the system's temporary folder, with libraries and fonts that a bare machine lacks. */
async function packagedBrowser(): Promise<Browser> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  const home = path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))
  const libraries = path.join(await inflate(path.join(home, '../bin/al2023.tar.br')), 'lib')
  return {
    executablePath: await packaged.executablePath(),
    // Not the package's own flags: they run the whole browser in one process and draw with a software GPU, at
    // a third of the speed.
    args: quietArgs,
    env: {
      LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      // Without a font configuration it crashes at the first text.
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(tmpdir(), 'fonts') }),
    },
  }
}

function which(name: string): string {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
