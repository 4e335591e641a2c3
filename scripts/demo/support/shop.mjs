/** The bookshop of the support sessions: its customers and orders, and the tools that an agent reads and changes them with. */
import { api, call, fail } from '../session.mjs';

const customers = {
  Maren: { customer_id: 'cus_1104', email: 'maren@example.com', postcode: '20359' },
  Tobias: { customer_id: 'cus_1187', email: 'tobias@example.org', postcode: '04109' },
  Aoife: { customer_id: 'cus_1263', email: 'aoife@example.net', postcode: '50667' },
  Ravi: { customer_id: 'cus_1290', email: 'ravi@example.com', postcode: '80331' },
  Ines: { customer_id: 'cus_1342', email: 'ines@example.org', postcode: '28195' },
  Kofi: { customer_id: 'cus_1377', email: 'kofi@example.com', postcode: '60311' },
  Yuki: { customer_id: 'cus_1408', email: 'yuki@example.net', postcode: '40213' },
  Lena: { customer_id: 'cus_1455', email: 'lena@example.com', postcode: '01067' },
  Omar: { customer_id: 'cus_1502', email: 'omar@example.org', postcode: '70173' },
  Freya: { customer_id: 'cus_1536', email: 'freya@example.com', postcode: '24103' },
  Hugo: { customer_id: 'cus_1571', email: 'hugo@example.net', postcode: '90402' },
  Nadia: { customer_id: 'cus_1610', email: 'nadia@example.com', postcode: '39104' },
};

const orders = {
  'BK-20413': { customer: 'Maren', title: 'The Tide Clock', total: 34.9, state: 'delivered' },
  'BK-20441': { customer: 'Tobias', title: 'A Field Guide to Mosses', total: 58.0, state: 'delivered' },
  'BK-20458': { customer: 'Aoife', title: 'Letters from the Harbour, box set', total: 148.5, state: 'delivered' },
  'BK-20502': { customer: 'Ravi', title: 'Bread, Slowly', total: 27.5, state: 'packing' },
  'BK-20517': { customer: 'Ines', title: 'Salt and Ember', total: 19.95, state: 'delivered' },
  'BK-20533': { customer: 'Kofi', title: 'Atlas of Lost Railways', total: 129.0, state: 'delivered' },
  'BK-20561': { customer: 'Yuki', title: 'Small Gardens', total: 42.0, state: 'packing' },
  'BK-20588': { customer: 'Lena', title: 'Night Trains', total: 22.0, state: 'payment_due' },
  'BK-20607': { customer: 'Omar', title: 'The Beekeeper’s Year', total: 31.4, state: 'payment_due' },
  'BK-20634': { customer: 'Freya', title: 'Northern Skies', total: 64.0, state: 'shipped' },
  'BK-20660': { customer: 'Hugo', title: 'Chess for Patient People', total: 24.0, state: 'delivered' },
  'BK-20689': { customer: 'Nadia', title: 'Encyclopedia of Rivers', total: 212.0, state: 'delivered' },
  'BK-20715': { customer: 'Maren', title: 'Low Water', total: 18.5, state: 'packing' },
  'BK-20732': { customer: 'Tobias', title: 'Lichens of the Coast', total: 47.0, state: 'payment_due' },
  'BK-20748': { customer: 'Aoife', title: 'The Lamp Room', total: 21.0, state: 'payment_due' },
  'BK-20770': { customer: 'Ravi', title: 'Sourdough Letters', total: 33.0, state: 'delivered' },
  'BK-20791': { customer: 'Ines', title: 'A Winter in Lisbon', total: 26.0, state: 'shipped' },
  'BK-20806': { customer: 'Kofi', title: 'Signal Boxes', total: 39.0, state: 'payment_due' },
  'BK-20829': { customer: 'Yuki', title: 'Paper Birds, deluxe edition', total: 156.0, state: 'delivered' },
  'BK-20844': { customer: 'Lena', title: 'Sleeper Car', total: 25.5, state: 'packing' },
  'BK-20871': { customer: 'Omar', title: 'Honey and Smoke', total: 29.0, state: 'delivered' },
  'BK-20893': { customer: 'Freya', title: 'Auroras', total: 55.0, state: 'payment_due' },
  'BK-20910': { customer: 'Hugo', title: 'Endgames', total: 28.0, state: 'packing' },
  'BK-20938': { customer: 'Nadia', title: 'Delta', total: 23.0, state: 'payment_due' },
  'BK-20951': { customer: 'Ravi', title: 'First Dumplings', total: 17.9, state: 'shipped' },
  'BK-20966': { customer: 'Hugo', title: 'Openings', total: 26.0, state: 'payment_due' },
  'BK-20972': { customer: 'Nadia', title: 'Rivers for Schools, 30 copies', total: 540.0, state: 'payment_due' },
};

const owner = (order) => orders[order].customer;
const record = (name) => ({ first_name: name, ...customers[name] });

export const findByEmail = (name) => call('find_customer_by_email', { email: customers[name].email }, record(name));

/** The customer gave an e-mail address other than that of the account. */
export const unknownEmail = (email) =>
  fail('find_customer_by_email', { email }, `Error: no customer with e-mail ${email}`);

export const findByName = (name) =>
  call('find_customer_by_name', { first_name: name, postcode: customers[name].postcode }, record(name));

export const getOrder = (order) => {
  const { title, total, state } = orders[order];
  return call(
    'get_order',
    { order_id: order },
    { order_id: order, customer_id: customers[owner(order)].customer_id, title, total, state },
  );
};

export const verify = (order) => {
  const { customer_id, postcode } = customers[owner(order)];
  return call('verify_identity', { customer_id, postcode }, { customer_id, verified: true });
};

const refundInput = (order, reason, amount = orders[order].total) => ({ order_id: order, amount, reason });

export const refund = (order, reason, amount) => {
  const input = refundInput(order, reason, amount);
  return call('issue_refund', input, { refund_id: `rf_${order.slice(3)}`, amount: input.amount, state: 'issued' });
};

export const refundUnverified = (order, reason) =>
  fail(
    'issue_refund',
    refundInput(order, reason),
    `Error: identity of customer ${customers[owner(order)].customer_id} is not verified`,
  );

export const refundTooHigh = (order, reason) =>
  fail(
    'issue_refund',
    refundInput(order, reason),
    `Error: refund of ${orders[order].total.toFixed(2)} is above 100.00 and needs a supervisor`,
  );

export const supervisor = (order) =>
  call(
    'request_supervisor_approval',
    { order_id: order, amount: orders[order].total },
    { order_id: order, approval: 'granted' },
  );

export const shipment = (order, state) =>
  call('get_shipment', { order_id: order }, { order_id: order, shipment_state: state });

export const changeAddress = (order, street, postcode) =>
  call('update_shipping_address', { order_id: order, street, postcode }, { order_id: order, address_state: 'updated' });

export const changeAddressTooLate = (order, street, postcode) =>
  fail(
    'update_shipping_address',
    { order_id: order, street, postcode },
    `Error: order ${order} was already handed to the carrier`,
  );

export const redirect = (order, street, postcode) =>
  call('redirect_parcel', { order_id: order, street, postcode }, { order_id: order, redirect_state: 'accepted' });

const paymentOf = (order) => `pay_${order.slice(3)}`;
const chargeInput = (order) => ({ order_id: order, amount: orders[order].total });

export const chargeTimesOut = (order) =>
  fail(
    'charge_payment',
    chargeInput(order),
    `Error: payment provider timed out after 30 s (payment ${paymentOf(order)})`,
  );

export const charge = (order) =>
  call('charge_payment', chargeInput(order), { payment_id: paymentOf(order), payment_state: 'captured' });

export const chargedTwice = (order) =>
  fail(
    'charge_payment',
    chargeInput(order),
    `Error: duplicate charge: payment ${paymentOf(order)} was captured already`,
  );

export const paymentStatus = (order, state) =>
  call('get_payment_status', { payment_id: paymentOf(order) }, { payment_id: paymentOf(order), payment_state: state });

/** The carrier's response about a parcel that has been shipped. */
export const tracking = (order, place) =>
  api('GET', `https://api.carrier.example/parcels/${order.slice(3)}`, 200, { parcel_state: 'in_transit', place });

export const mail = (name, template) =>
  call('send_email', { customer_id: customers[name].customer_id, template }, { template, delivery: 'sent' });

export const toHuman = (reason) =>
  call('transfer_to_human', { reason }, { queue: 'second_level', transfer: 'accepted' });
