const MAX_LENGTH = 44;
const TAIL = 14;

/** Replaces the middle of a long address with "…". Addresses usually differ at their ends. */
export function shortenAddress(address: string): string {
  const characters = [...address];
  return characters.length <= MAX_LENGTH
    ? address
    : `${characters.slice(0, MAX_LENGTH - TAIL - 1).join("")}…${characters.slice(-TAIL).join("")}`;
}

type SubscriberAddressProps = { children: string; className?: string };

export function SubscriberAddress({ children, className = "" }: SubscriberAddressProps) {
  const short = shortenAddress(children);
  return (
    <bdi title={children} className={`min-w-0 wrap-anywhere ${className}`}>
      {short === children ? (
        children
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="sr-only">{children}</span>
        </>
      )}
    </bdi>
  );
}
