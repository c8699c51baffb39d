# frozen_string_literal: true

require_relative 'hub_signature'

def plain(field)
  field == '-' ? nil : field.unpack1('m')
end

def said(field)
  plain(field)&.force_encoding('UTF-8')
end

$stdin.each_line(chomp: true) do |line|
  kind, *fields = line.split("\t", -1)
  if kind == 'sign'
    puts HubSignature.sign(said(fields[0]), plain(fields[1]))
  else
    body, header, *secrets = fields
    puts HubSignature.verify(secrets.map { |one| said(one) }, plain(body), said(header))
  end
end
