/** `?from=` of the URL, or a plain address on the mail server's own host. */
export function mailSender(smtpUrl: string): string {
  const { hostname, searchParams } = new URL(smtpUrl)
  return searchParams.get('from') ?? `Millrace <millrace@${hostname}>`
}
