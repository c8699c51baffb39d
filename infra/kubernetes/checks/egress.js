const { BlockList, isIPv4 } = require('node:net');

/** What each port is for, where a policy must name who listens on it: pods by their labels, or a network no wider than this. */
const NAMED = new Map([
  [5432, 'the database'],
  [5671, 'the broker'],
  [5672, 'the broker'],
  [15671, 'the broker'],
  [15672, 'the broker'],
  [465, 'the mail host'],
  [587, 'the mail host'],
]);
const NARROWEST = { ipv4: 24, ipv6: 64 };
/** An address of each range that is not of the public internet. */
const PRIVATE = `
  0.0.0.1 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.0.0.8 192.168.0.1 198.18.0.1 224.0.0.1 240.0.0.1
  ::1 ::ffff:10.0.0.1 64:ff9b::a00:1 2001::1 2002:a00:1::1 fc00::1 fd00::1 fe80::1 ff02::1`
  .trim()
  .split(/\s+/);

/** No policy lets a pod reach any host on a port: it names the database, the broker and the mail host, or public ranges alone. */
exports.egressFaults = ({ objects }) =>
  objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ metadata, spec }) =>
      (spec.egress ?? []).flatMap((rule) =>
        ruleFaults(rule).map((fault) => `NetworkPolicy ${metadata.name}: ${fault}`),
      ),
    );

function ruleFaults({ to, ports }) {
  if (!to?.length) return ['lets pods reach any host'];
  if (!ports?.length) return ['lets pods reach every port'];
  const named = ports.flatMap(({ port }) => NAMED.get(port) ?? []);
  return to.flatMap((peer) => [
    ...(named.length > 0 && !isNamed(peer) ? [`does not name ${named[0]}`] : []),
    ...(named.length === 0 && peer.ipBlock ? privateOf(peer.ipBlock) : []),
  ]);
}

function isNamed({ podSelector, ipBlock }) {
  if (!ipBlock) return Object.keys(podSelector?.matchLabels ?? {}).length > 0;
  const [address, prefix] = ipBlock.cidr.split('/');
  return Number(prefix) >= NARROWEST[familyOf(address)];
}

function privateOf({ cidr, except = [] }) {
  const [within, without] = [listOf([cidr]), listOf(except)];
  return PRIVATE.filter(
    (address) => within.check(address, familyOf(address)) && !without.check(address, familyOf(address)),
  ).map((address) => `reaches ${address}, which is not public`);
}

function listOf(networks) {
  const list = new BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

const familyOf = (address) => (isIPv4(address) ? 'ipv4' : 'ipv6');
