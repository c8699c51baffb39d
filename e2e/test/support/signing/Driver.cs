using System;
using System.Linq;
using System.Text;

public static class Driver
{
    private static byte[] Plain(string field)
    {
        return field == "-" ? null : Convert.FromBase64String(field);
    }

    private static string Said(string field)
    {
        return field == "-" ? null : Encoding.UTF8.GetString(Plain(field));
    }

    public static void Main()
    {
        string line;
        while ((line = Console.In.ReadLine()) != null)
        {
            var fields = line.Split('\t');
            if (fields[0] == "sign")
                Console.WriteLine(HubSignature.Sign(Said(fields[1]), Plain(fields[2])));
            else
            {
                var secrets = fields.Skip(3).Select(Said);
                var verified = HubSignature.Verify(secrets, Plain(fields[1]), Said(fields[2]));
                Console.WriteLine(verified ? "true" : "false");
            }
        }
    }
}
