/**
 * Styles of a mail's frame. A mail with its own colours was written for white paper: its background stays light in the
 * dark theme, so that the text is readable.
 */
export const frameStyles = `
:root {
  color-scheme: light dark;
  &[data-paper] {
    color-scheme: light;
  }
}
html {
  overflow: auto hidden;
  background: light-dark(#fff, #16181d);
}
body {
  margin: 0;
  padding: 0.75rem;
  color: light-dark(#1b1f24, #e3e6eb);
  font:
    0.875rem/1.5 system-ui,
    sans-serif;
  overflow-wrap: anywhere;
}
body > :first-child {
  margin-block-start: 0;
}
body > :last-child {
  margin-block-end: 0;
}
img,
table {
  max-inline-size: 100%;
}
img {
  block-size: auto;
}
a {
  color: light-dark(#0b57d0, #9db9ff);
}
blockquote {
  margin-inline: 0;
  padding-inline-start: 0.75rem;
  border-inline-start: 2px solid light-dark(#c7ccd3, #4a4f59);
}
summary {
  inline-size: fit-content;
  margin-block: 0.5rem;
  padding: 0 0.75rem;
  border-radius: 999px;
  background: light-dark(#e8ebef, #33373f);
  font-weight: 700;
  line-height: 1.5rem;
  list-style: none;
  cursor: pointer;
}
`
