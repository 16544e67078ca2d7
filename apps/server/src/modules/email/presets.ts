/** Servers of common providers, so that users need not look them up (reference: conversations, Sending mail). */
export const presets: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  GMail: preset('smtp.gmail.com', 'imap.gmail.com'),
  'Outlook.com': preset('smtp.office365.com', 'outlook.office365.com'),
  'Yahoo Mail': preset('smtp.mail.yahoo.com', 'imap.mail.yahoo.com'),
}

function preset(smtp: string, imap: string) {
  return {
    smtp_server: smtp,
    smtp_port: 587,
    use_tls: 1,
    use_ssl_for_outgoing: 0,
    email_server: imap,
    incoming_port: 993,
    use_ssl: 1,
  }
}
