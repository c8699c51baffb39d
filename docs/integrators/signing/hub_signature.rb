# frozen_string_literal: true

require 'openssl'

# Signatures of HUB Network: HMAC-SHA256 over the raw bytes of a body, in both directions.
module HubSignature
  HEADER = 'X-HUB-Signature'
  # \A and \z: "^" and "$" would match any line of the header.
  FORM = /\Asha256=([0-9a-fA-F]{64})\z/n

  # The header's value for exactly the bytes that leave.
  def self.sign(secret, body)
    "sha256=#{digest(secret, body)}"
  end

  # Whether one of your secrets signed exactly the bytes that came; in constant time.
  def self.verify(secrets, body, header)
    form = FORM.match(header.to_s.b)
    return false if form.nil?

    given = form[1].downcase
    # Every one, so that the time says nothing about which.
    secrets.map { |secret| OpenSSL.fixed_length_secure_compare(digest(secret, body), given) }.any?
  end

  def self.digest(secret, body)
    OpenSSL::HMAC.hexdigest('SHA256', secret, body)
  end
  private_class_method :digest
end
